/** What does level 3 consist of, for one dataset seed? */
import type { Json } from '../../../core/json.ts';
import type { ApiEntry } from '../../apibank/data/catalog.ts';
import type { PlanSample } from '../../apibank/data/dialogues.ts';
import { type Databases, prepareDatabases } from '../../apibank/world/databases.ts';
import type { PlanGenerator } from '../plan-contract.ts';
import { synthStream } from '../version.ts';
import { planCatalog } from './apis/catalog.ts';
import { planSearches } from './apis/searches.ts';
import { ERRANDS } from './errands/all.ts';
import { drawFacts, type Facts } from './facts.ts';
import { PlanRecorder } from './recorder.ts';

export const planGenerator: PlanGenerator = {
  planCatalog,
  planDatabases,
  planSamples,
  planSearches,
};

function planDatabases(datasetSeed: number): { readonly [name: string]: Json } {
  return drawFacts(datasetSeed).databases;
}

function planSamples(datasetSeed: number, tasks: number): readonly PlanSample[] {
  const facts = drawFacts(datasetSeed);
  const world: SampleWorld = {
    facts,
    catalog: new Map(planCatalog().map((entry) => [entry.name, entry])),
    databases: prepareDatabases(facts.databases),
  };
  const samples: PlanSample[] = [];
  for (let calls = 0; calls < tasks; calls += samples.at(-1)?.steps.length ?? 0) {
    samples.push(drawSample(datasetSeed, samples.length, world));
  }
  return samples;
}

interface SampleWorld {
  readonly facts: Facts;
  readonly catalog: ReadonlyMap<string, ApiEntry>;
  readonly databases: Databases;
}

function drawSample(datasetSeed: number, index: number, world: SampleWorld): PlanSample {
  const plan = new PlanRecorder({
    ...world,
    random: synthStream(datasetSeed, 'plan-keywords', index),
  });
  const random = synthStream(datasetSeed, 'plan', index);
  const requirement = errandAt(datasetSeed, index)({ random, facts: world.facts, plan });
  return { requirement, steps: plan.steps };
}

/** Every errand comes once before any comes again. */
function errandAt(datasetSeed: number, index: number): (typeof ERRANDS)[string] {
  const names = Object.keys(ERRANDS).sort();
  const round = Math.floor(index / names.length);
  const order = synthStream(datasetSeed, 'plan-order', round).shuffle(names);
  const errand = ERRANDS[order[index % names.length] ?? ''];
  if (errand === undefined) throw new RangeError(`no errand at ${index}`);
  return errand;
}
