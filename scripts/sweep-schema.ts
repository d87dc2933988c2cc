/** What do editors check a sweep file against? */
import { schemaText } from '../src/config/schema-text.ts';
import { sweepSchema } from '../src/sweep/file/schema.ts';
import { type PluginKind, pluginIds, pluginKinds } from './plugin-kinds.ts';
import { SCHEDULE_IDS } from './registry-source.ts';

/** JSON Schema of a sweep file with the plugins that are there. */
export function sweepSchemaText(root: string): string {
  const idsOf = (name: PluginKind['name']): string[] =>
    pluginKinds.filter((kind) => kind.name === name).flatMap((kind) => pluginIds(root, kind));
  return schemaText(
    sweepSchema({
      methods: idsOf('optimizer'),
      datasets: idsOf('dataset'),
      topologies: idsOf('topology'),
      schedules: SCHEDULE_IDS,
    }),
  );
}
