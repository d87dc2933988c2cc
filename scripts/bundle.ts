/** How does the tool start fast? As a few files: finding and loading 700 modules takes longer than running them. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** Stay in node_modules: what may be missing, and what looks for its own file. */
const EXTERNAL = [
  'onnxruntime-node',
  '@huggingface/tokenizers',
  'hyparquet-writer',
  'bullmq',
  'ioredis',
  'write-file-atomic',
];

/** Replaces the compiled dist/cli by one file for what every command needs and one for each part that is loaded later. */
export async function bundleCli(root: string): Promise<void> {
  const dist = join(root, 'dist');
  const outDir = mkdtempSync(join(dist, 'bundle-'));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { target: 'node', noExternal: true, external: EXTERNAL },
    build: {
      ssr: join(dist, 'cli', 'main.js'),
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' } },
    },
    plugins: [notices(join(outDir, 'NOTICES.txt'))],
  });
  rmSync(join(dist, 'cli'), { recursive: true });
  renameSync(outDir, join(dist, 'cli'));
}

/** The licences of the packages whose code is in the bundle. */
function notices(path: string): Plugin {
  return {
    name: 'notices',
    writeBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules) : [],
      );
      const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== null));
      writeFileSync(path, [...folders].sort().map(notice).join('\n'));
    },
  };
}

/** `…/node_modules/<package>` of a module; null for our own. */
function packageFolder(module: string): string | null {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module.replace(/^\0/, ''))?.[0] ?? null;
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { readonly name: string; readonly version: string; readonly license?: string };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file === undefined
      ? `${license ?? 'no licence named'}\n`
      : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version}\n\n${text}\n${'-'.repeat(80)}\n`;
}
