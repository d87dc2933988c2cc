/** Which few of many scored prompts are kept? */

export interface BeamNode {
  readonly prompt: string;
  /** Sum of the scores along the path from the beam's root. */
  readonly cumulative: number;
}

/** The `width` best, best first; equal sums keep their order. With `distinct`, a prompt is kept once, at its best place. */
export function keepBest(
  nodes: readonly BeamNode[],
  width: number,
  { distinct }: { readonly distinct: boolean },
): BeamNode[] {
  const ranked = nodes.map((node, index) => ({ node, index }));
  ranked.sort(
    (left, right) => right.node.cumulative - left.node.cumulative || left.index - right.index,
  );
  const seen = new Set<string>();
  const kept = ranked.filter(({ node }) => {
    if (distinct && seen.has(node.prompt)) return false;
    seen.add(node.prompt);
    return true;
  });
  return kept.slice(0, width).map(({ node }) => node);
}
