/** What does a new plugin start from? `npm run create -- optimizer|topology|dataset|provider NAME` writes a working one. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { generatedFiles } from './generated-files.ts';
import {
  type PluginKind,
  pluginIdPattern,
  pluginIds,
  pluginKinds,
  pluginModule,
} from './plugin-kinds.ts';

const root = resolve(import.meta.dirname, '..');
const USAGE = 'usage: npm run create -- optimizer|topology|dataset|provider NAME';

interface NewFile {
  /** Below scripts/templates/. */
  readonly template: string;
  /** Below the repository. */
  readonly path: string;
}

function filesOf(kind: PluginKind, id: string): NewFile[] {
  const files = [
    { template: `${kind.name}/index.ts.txt`, path: join('src', pluginModule(kind, id)) },
    {
      template: `${kind.name}/conformance.test.ts.txt`,
      path: `test/conformance/${id.replaceAll('_', '-')}.test.ts`,
    },
  ];
  if (kind.name !== 'dataset') return files;
  const prompts = `configs/prompts/single/${id}`;
  return [
    ...files,
    { template: 'dataset/tasks.ts.txt', path: `src/datasets/${id}/tasks.ts` },
    { template: 'dataset/team.yaml.txt', path: `${prompts}/team.yaml` },
    { template: 'dataset/solver.md.txt', path: `${prompts}/solver.md` },
  ];
}

function write({ template, path }: NewFile, names: { readonly [name: string]: string }): void {
  const text = readFileSync(join(root, 'scripts', 'templates', template), 'utf8');
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  // Placeholders are replaced once by exact token; a template has no other braces of that form.
  writeFileSync(
    target,
    text.replaceAll(/\{\{(\w+)\}\}/g, (token, name: string) => names[name] ?? token),
  );
}

function nextSteps(kind: PluginKind, id: string): string[] {
  const runs: { readonly [name in PluginKind['name']]: string } = {
    optimizer: `npm run protocol -- run --method ${id} --topology single --model sim --budget 40 --allow-any-cell`,
    topology: `npm run protocol -- run --method identity --topology ${id} --model sim --allow-any-cell`,
    dataset: `npm run protocol -- data download ${id} && npm run protocol -- run --method identity --dataset ${id} --topology single --model sim --allow-any-cell`,
    provider: `add a server with "provider: ${id}" and a model on it to configs/models.yaml`,
  };
  return [runs[kind.name], `guide: src/${kind.folder}/README.md`];
}

function create(kindName: string | undefined, id: string | undefined): string | null {
  const kind = pluginKinds.find(({ name }) => name === kindName);
  if (kind === undefined || id === undefined) return USAGE;
  if (!pluginIdPattern.test(id) || id === kind.excluded) {
    return `${JSON.stringify(id)} cannot be a name: lower-case words joined by _ or -, like my_method`;
  }
  if (pluginIds(root, kind).includes(id)) return `${kind.name} "${id}" is there already`;
  const files = filesOf(kind, id);
  const taken = files.find(({ path }) => existsSync(join(root, path)));
  if (taken !== undefined) return `${taken.path} is there already`;
  const variable = `${id.toUpperCase().replaceAll('-', '_')}_ROOT`;
  for (const file of files) write(file, { id, constant: kind.constant, variable });
  if (kind.name === 'topology') {
    const prompts = join(root, 'configs', 'prompts');
    cpSync(join(prompts, 'independent'), join(prompts, id), { recursive: true });
  }
  const generated = generatedFiles(root);
  for (const { path, text } of generated) writeFileSync(join(root, path), text);
  const paths = files.map(({ path }) => path);
  formatted(paths);
  console.log(
    [...paths, ...generated.map(({ path }) => path)].map((path) => `wrote  ${path}`).join('\n'),
  );
  console.log(nextSteps(kind, id).join('\n'));
  return null;
}

/** Line breaks depend on the length of the name. */
function formatted(paths: readonly string[]): void {
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const sources = paths.filter((path) => path.endsWith('.ts'));
  execFileSync(biome, ['format', '--write', '--vcs-enabled=false', ...sources], {
    cwd: root,
    stdio: 'ignore',
  });
}

const problem = create(process.argv[2], process.argv[3]);
if (problem !== null) {
  console.error(problem);
  process.exitCode = 2;
}
