/** What does this method or topology do? Prints what its own folder says of it. */
import { nameProblem } from '../../config/names.ts';
import { UsageError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { defaultShape } from '../../protocol/preparation/job-shape.ts';
import { optimizers, schedules, topologies } from '../../registry.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { methodData, methodText } from './method-explanation.ts';
import { scheduleData, scheduleText } from './schedule-explanation.ts';
import { topologyData, topologyText } from './topology-explanation.ts';

/** The team for which smallest budgets are told unless a flag says otherwise: one agent per role, no two alike. */
export const SHOWN_TOPOLOGY = 'sequential';

export const shapeFlag = {
  kind: 'choice',
  axis: 'topology',
  choices: Object.keys(topologies),
  describe: 'team for which smallest budgets are told',
  default: SHOWN_TOPOLOGY,
} as const;

const SEE_ALSO = 'protocol list methods · protocol list topologies';

export const explain = defineCommand({
  words: 'explain',
  summary: 'Print what a method does, with its options, its source and what it needs.',
  positional: { name: 'NAME', describe: 'a method, a topology, or the schedule staged' },
  flags: {
    topology: shapeFlag,
    json: { kind: 'switch', describe: 'as one JSON line' },
  },
  examples: [
    {
      line: 'explain gepa',
      describe: 'Algorithm, options, source and smallest budget of a method',
    },
    {
      line: 'explain hivemind --topology centralized',
      describe: 'With the smallest budget for another team',
    },
    { line: 'explain decentralized', describe: 'Who speaks to whom, and what can be varied' },
  ],
  seeAlso: SEE_ALSO,
  run: async ({ topology, json }, context, name = '') => {
    const { text, data } = await explanation(name.trim(), topology, context);
    context.writeOut(json ? `${JSON.stringify(data)}\n` : text);
    return EXIT_DONE;
  },
});

interface Explanation {
  readonly text: string;
  readonly data: JsonObject;
}

async function explanation(
  name: string,
  topology: string,
  context: CommandContext,
): Promise<Explanation> {
  const method = entryOf(optimizers, name);
  if (method !== null) {
    const optimizer = await method();
    const at = { topology, shape: await defaultShape(topology, context) };
    return { text: methodText(optimizer, at), data: methodData(optimizer, at) };
  }
  const loadTopology = entryOf(topologies, name);
  if (loadTopology !== null) {
    const plugin = await loadTopology();
    const shape = await defaultShape(name, context);
    const at = { topology: name, shape, lineup: shape.lineup };
    return { text: topologyText(plugin, at), data: topologyData(plugin, at) };
  }
  const loadSchedule = entryOf(schedules, name);
  if (loadSchedule !== null) {
    const schedule = await loadSchedule();
    return { text: scheduleText(schedule), data: scheduleData(schedule) };
  }
  const known = [optimizers, topologies, schedules].flatMap((map) => Object.keys(map));
  const problem = nameProblem(name, { axis: 'method or topology', known });
  throw new UsageError(problem ?? `unknown method or topology ${JSON.stringify(name)}`, {
    hints: [`see: ${SEE_ALSO}`],
  });
}

function entryOf<Entry>(map: { readonly [id: string]: Entry }, name: string): Entry | null {
  return Object.hasOwn(map, name) ? (map[name] ?? null) : null;
}
