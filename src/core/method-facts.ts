/** What should somebody know about a method who chooses one? Said once: lists, explanations and tests read it here. */

/** What a method asks for besides rollouts on train tasks; in the order in which it is told. */
export const METHOD_NEEDS = {
  reflection: 'a reflection model that writes prompts, lessons or policies',
  judge: 'the reflection model as a judge of what agents said',
  probes: 'single replies of the task model, which are no rollouts and charge nothing',
  embeddings: 'an embedding model',
  traces: 'what each role said in a rollout',
  feedback: "the evaluator's words on a rollout",
  replay: 'rollouts that go on from an earlier one',
  masking: 'rollouts with agents left out',
  validation: 'validation tasks as a signal of the search',
} as const;

export type MethodNeed = keyof typeof METHOD_NEEDS;

export interface MethodSource {
  readonly title: string;
  /** Family names, `et al.` after the first of many. */
  readonly authors: string;
  readonly year: number;
  /** Where it is found, for example `arXiv 2507.19457`. */
  readonly where: string;
}

/** The conformance suite holds a method to `needs`: it uses these with its default options, and nothing else. */
export interface MethodFacts {
  readonly needs: readonly MethodNeed[];
  /** What it follows; empty for a method of this tool's own. */
  readonly sources: readonly MethodSource[];
  /** The algorithm in order, a sentence or two per step. */
  readonly steps: readonly string[];
  /** What a budget buys with the default options, in sentences. */
  readonly spending: string;
  /** Where it differs from its sources, and why; one paragraph each. */
  readonly deviations: readonly string[];
}
