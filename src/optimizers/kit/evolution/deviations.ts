/** Where does the engine of evolving pools differ from the released ones, and why? */
export const evolutionDeviations: readonly string[] = [
  "The random state is a path, so a resumed search equals an uninterrupted one, and the seed's validation is not paid twice.",
  'Nothing overruns the budget. The search ends when a child could be accepted but no longer validated.',
  "Replies are read by tags and checked before a rollout is spent; a refused one costs the parent's minibatch only.",
  'Lost rows are dropped from both sides of a comparison, and are missing from the front, never zeros.',
  'A child that the pool already holds is not validated again.',
  'Of members that end with the same mean the one of fewer model calls per task is returned, then of fewer tokens, then the earliest. Who leads on the way is decided without cost.',
  'Topology parameters are one more component of the round robin: a random neighbouring setting takes the place of a rewrite.',
];
