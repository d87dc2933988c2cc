/** What may stand in a settings file, for editors and other tools? */
import { gridSchema } from '../../config/grid.ts';
import { modelsSchema } from '../../config/models-file.ts';
import { nameProblem } from '../../config/names.ts';
import { protocolSchema } from '../../config/protocol.ts';
import { schemaText } from '../../config/schema-text.ts';
import { UsageError } from '../../core/errors.ts';
import { datasets, optimizers, schedules, topologies } from '../../registry.ts';
import { sweepSchema } from '../../sweep/file/schema.ts';
import { defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';

const SCHEMAS: { readonly [name: string]: () => object } = {
  sweep: () =>
    sweepSchema({
      methods: Object.keys(optimizers),
      datasets: Object.keys(datasets),
      topologies: Object.keys(topologies),
      schedules: Object.keys(schedules),
    }),
  protocol: () => protocolSchema,
  models: () => modelsSchema,
  grid: () => gridSchema,
};

export const configSchema = defineCommand({
  words: 'config schema',
  summary: 'Print the JSON Schema of a settings file, with the methods and datasets that are here.',
  positional: {
    name: 'NAME',
    describe: 'sweep, or a file of configs/ without its ending: protocol, models, grid',
  },
  flags: {},
  examples: [
    {
      line: 'config schema sweep',
      describe: 'In a file, for an editor: # yaml-language-server: $schema=FILE',
    },
  ],
  run: (_options, context, name = '') => {
    const problem = nameProblem(name, { axis: 'settings file', known: Object.keys(SCHEMAS) });
    const schema = SCHEMAS[name];
    if (problem !== null || schema === undefined) throw new UsageError(problem ?? name);
    context.writeOut(schemaText(schema()));
    return Promise.resolve(EXIT_DONE);
  },
});
