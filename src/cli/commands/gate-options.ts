/** What can be said about the gate between search and test on the command line? */
import { DEFAULT_GATE, type GateSettings } from '../../protocol/gate.ts';
import type { FlagValues } from '../flags.ts';

export const gateFlags = {
  gate: {
    kind: 'choice',
    choices: ['strict', 'paired', 'margin'],
    describe:
      'which gate decides; all three verdicts are told. strict: higher on validation. paired: besides, more than chance, counting the finalists. margin: higher by --gate-margin, or equal and cheaper. Other than strict is not conformant',
    default: DEFAULT_GATE.rule,
  },
  gateLevel: {
    kind: 'decimal',
    minimum: 0.0001,
    maximum: 0.5,
    describe: 'level of the gate paired, for all finalists together',
    default: DEFAULT_GATE.level,
  },
  gateMargin: {
    kind: 'decimal',
    minimum: 0.01,
    maximum: 100,
    describe: 'least gain of the gate margin, in points; the default is two of 50 tasks',
    default: DEFAULT_GATE.marginPoints,
  },
  gateTasks: {
    kind: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    describe:
      'keep so many validation tasks from the method, and let only them decide; any but 0 is not conformant',
    default: DEFAULT_GATE.tasks,
  },
} as const;

/** To be spread into a request: empty for the gate of a conformant job, so its identity stays what it was. */
export function gateOf(options: FlagValues<typeof gateFlags>): { readonly gate?: GateSettings } {
  const { gate: rule, gateLevel: level, gateMargin: marginPoints, gateTasks: tasks } = options;
  const gate: GateSettings = { rule, level, marginPoints, tasks };
  const isDefault =
    rule === DEFAULT_GATE.rule &&
    level === DEFAULT_GATE.level &&
    marginPoints === DEFAULT_GATE.marginPoints &&
    tasks === DEFAULT_GATE.tasks;
  return isDefault ? {} : { gate };
}
