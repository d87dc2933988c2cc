/** What kinds of plugins are there, and where does each live? */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PluginKind {
  /** As the user says it: `npm run create -- optimizer NAME`. */
  readonly name: 'optimizer' | 'topology' | 'dataset' | 'provider';
  /** Folder under src/. */
  readonly folder: string;
  /** A plugin is a folder with an index.ts, or one file. */
  readonly layout: 'folder' | 'file';
  /** Neighbours that are building blocks, not plugins. */
  readonly excluded: string;
  /** What a new plugin's constant is called; any name will do, the type tells it. */
  readonly constant: string;
  readonly map: string;
  readonly union: string;
  readonly contract: { readonly type: string; readonly module: string };
}

export const pluginKinds: readonly PluginKind[] = [
  {
    name: 'optimizer',
    folder: 'optimizers',
    layout: 'folder',
    excluded: 'kit',
    constant: 'optimizer',
    map: 'optimizers',
    union: 'MethodId',
    contract: { type: 'Optimizer', module: 'optimizer' },
  },
  {
    name: 'topology',
    folder: 'topologies',
    layout: 'file',
    excluded: 'kit',
    constant: 'topology',
    map: 'topologies',
    union: 'TopologyId',
    contract: { type: 'Topology', module: 'topology' },
  },
  {
    name: 'dataset',
    folder: 'datasets',
    layout: 'folder',
    excluded: 'kit',
    constant: 'dataset',
    map: 'datasets',
    union: 'DatasetId',
    contract: { type: 'DatasetPlugin', module: 'dataset' },
  },
  {
    name: 'provider',
    folder: 'models',
    layout: 'folder',
    excluded: 'middleware',
    constant: 'provider',
    map: 'providers',
    union: 'ProviderId',
    contract: { type: 'ProviderPlugin', module: 'model' },
  },
];

/** Lower-case words joined by `_` or `-`; the id is the folder's or file's name. */
export const pluginIdPattern = /^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/;

/** Ids in code-unit order. A folder without index.ts and a file with another kind of name are no plugins. */
export function pluginIds(root: string, kind: PluginKind): string[] {
  const folder = join(root, 'src', kind.folder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (kind.layout === 'file')
        return entry.name.endsWith('.ts') ? [entry.name.slice(0, -3)] : [];
      return existsSync(join(folder, entry.name, 'index.ts')) ? [entry.name] : [];
    })
    .filter((id) => id !== kind.excluded && pluginIdPattern.test(id))
    .sort();
}

/** Import path of a plugin, seen from src/. */
export function pluginModule(kind: PluginKind, id: string): string {
  return kind.layout === 'file' ? `./${kind.folder}/${id}.ts` : `./${kind.folder}/${id}/index.ts`;
}

/**
 * The constant that a plugin exports; its type is checked where the registry uses it.
 *
 * @throws Error when the plugin exports none, or several
 */
export function pluginConstant(root: string, kind: PluginKind, id: string): string {
  const path = pluginModule(kind, id);
  const text = readFileSync(join(root, 'src', path), 'utf8');
  const names = [...text.matchAll(/^export const (\w+)/gm)].map((match) => match[1] ?? '');
  const [name] = names;
  if (name !== undefined && names.length === 1) return name;
  throw new Error(
    `src/${path.slice(2)} must export one constant, like ` +
      `"export const ${kind.constant}: ${kind.contract.type} = …"; it exports ${names.length}`,
  );
}
