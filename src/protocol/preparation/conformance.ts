/** May this job's result stand beside the grid's, and if not, why? */

import type { JobSpec } from '../job-spec.ts';
import type { CellPlace } from './grid.ts';

/** The setting that a conformant job has; read from configs/protocol.yaml. */
export interface ConformanceRules {
  readonly budget: number;
  readonly reflectionModel: string;
  readonly maxCallRatio: number;
  /** Both split rules count; another draw of either does not. */
  readonly splitSeed: number;
  readonly seeds: readonly number[];
  readonly decoding: JobSpec['decoding'];
  /** Names of the topology parameters that the grid states. */
  readonly parameters: readonly string[];
}

/** Every reason at once; empty means conformant. */
export function conformanceProblems(
  spec: JobSpec,
  place: CellPlace,
  rules: ConformanceRules,
): string[] {
  const problems: string[] = [];
  if (spec.model.simulated) problems.push('the task model is simulated');
  if (place.tables.length === 0) problems.push(`off the experiment grid: ${place.off.join('; ')}`);
  if (spec.answering !== undefined) problems.push('answer mode tools, not text');
  if (spec.budget !== rules.budget) problems.push(`budget ${spec.budget}, not ${rules.budget}`);
  if (spec.budgetTokens !== undefined) {
    problems.push(`the search is bounded by ${spec.budgetTokens} tokens too (--budget-tokens)`);
  }
  const asksReflection = spec.method.id !== 'identity' && !spec.model.simulated;
  if (asksReflection && spec.reflection.model !== rules.reflectionModel) {
    problems.push(`reflection model ${spec.reflection.model}, not ${rules.reflectionModel}`);
  }
  if (spec.split.seed !== rules.splitSeed) {
    problems.push(`split seed ${spec.split.seed}, not ${rules.splitSeed}`);
  }
  if (spec.maxCallRatio !== rules.maxCallRatio) {
    problems.push(
      `up to ${spec.maxCallRatio} times the seed team's calls, not ${rules.maxCallRatio}`,
    );
  }
  problems.push(...parameterProblems(spec, rules));
  if (spec.schedule !== undefined) problems.push(`schedule ${spec.schedule.id}, not plain`);
  if (spec.racing?.race === true) problems.push('candidates race (--race)');
  if (spec.racing?.abortHopeless === true) {
    problems.push('hopeless candidates are aborted (--abort-hopeless)');
  }
  problems.push(...gateProblems(spec.gate));
  if (!rules.seeds.includes(spec.seed)) {
    problems.push(`seed ${spec.seed}, not one of ${rules.seeds.join(', ')}`);
  }
  if (JSON.stringify(spec.decoding) !== JSON.stringify(rules.decoding)) {
    problems.push('decoding differs from the protocol');
  }
  return problems;
}

function parameterProblems(spec: JobSpec, rules: ConformanceRules): string[] {
  const beyond = Object.keys(spec.parameters).filter((name) => !rules.parameters.includes(name));
  return [
    ...(spec.space === 'wide' ? ['topology parameters beyond the grid (--space wide)'] : []),
    ...(beyond.length === 0
      ? []
      : [`pinned parameters beyond the grid (--parameter): ${beyond.join(', ')}`]),
  ];
}

/** The settings of gates that only look on change what is told, not what is deployed. */
function gateProblems(gate: JobSpec['gate']): string[] {
  if (gate === undefined) return [];
  const { rule, tasks } = gate;
  return [
    ...(rule === 'strict' ? [] : [`gate ${rule}, not strict`]),
    ...(tasks === 0 ? [] : [`${tasks} validation tasks kept from the method (--gate-tasks)`]),
  ];
}
