/** Which method should win where, said before anything was run? From each paper's idea, not from results. */

export interface Expectation {
  /** Planted landscapes on which the method shall beat `random` at equal budget. */
  readonly addresses: readonly string[];
  readonly because: string;
}

export const EXPECTATIONS: { readonly [method: string]: Expectation } = {
  maspo: {
    addresses: ['additive', 'interacting', 'weak-role'],
    because:
      'coordinate ascent with judged local and lookahead signals sees single edits, and what they do to the next role',
  },
  gepa: {
    addresses: ['additive', 'weak-role', 'interacting'],
    because:
      'reflection on failing traces finds single edits, the instance front keeps members that solve different kinds, and merges join them',
  },
  mamut_gepa: {
    addresses: ['additive', 'weak-role', 'interacting'],
    because: "as gepa, and reads the whole team's conversation",
  },
  mipro: {
    addresses: ['additive', 'needle', 'noisy'],
    because:
      'a joint search over pools with averaged trials needs no trace, and takes parameters as one more variable',
  },
  mapro: {
    addresses: ['additive', 'interacting'],
    because: 'one joint assignment from node and edge ratings, with blame from what readers lacked',
  },
  hivemind: {
    addresses: ['weak-role'],
    because: 'credit by coalitions names the role that costs most, and teaches it alone',
  },
  maspob: {
    addresses: ['additive', 'noisy'],
    because: 'a surrogate over embedded prompts pools noisy pulls, and fits sums best',
  },
  tavo: {
    addresses: ['additive', 'weak-role'],
    because: 'verbal credit per role becomes one policy that fixes what is seen to fail most',
  },
  credo: {
    addresses: ['additive', 'interacting', 'deceptive', 'weak-role', 'needle', 'noisy'],
    because: 'the bar is set on all: measured credit, paired races, merges and parameter moves',
  },
};

/** The landscapes that the target of `credo` counts. */
export const COUNTED = ['additive', 'interacting', 'deceptive', 'weak-role', 'needle', 'noisy'];
