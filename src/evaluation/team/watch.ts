/** Which turns are still at work, and which failed? */

export interface TurnPlace {
  readonly agent: number;
  readonly round: number;
}

export interface TurnFailure extends TurnPlace {
  readonly error: unknown;
}

export interface TurnWatch {
  /** Starts a turn; once one has failed, later ones are refused with its error, for the rollout is lost. */
  run<Result>(place: TurnPlace, work: () => Promise<Result>): Promise<Result>;
  /** Waits until nothing is at work; resolves to the number of turns that were. */
  settle(): Promise<number>;
  /** Of the lowest round and agent, whatever failed first; null when no turn failed. */
  firstFailure(): TurnFailure | null;
}

export function watchTurns(): TurnWatch {
  const started: Promise<unknown>[] = [];
  const failures: TurnFailure[] = [];
  let atWork = 0;

  const watched = async <Result>(
    { agent, round }: TurnPlace,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const [lost] = failures;
    if (lost !== undefined) throw lost.error;
    atWork += 1;
    try {
      return await work();
    } catch (error) {
      failures.push({ agent, round, error });
      throw error;
    } finally {
      atWork -= 1;
    }
  };

  return {
    run(place, work) {
      const turn = watched(place, work);
      // Also marks a rejection as seen when the topology has stopped listening to this turn.
      started.push(turn.catch(() => undefined));
      return turn;
    },
    async settle() {
      const count = atWork;
      await Promise.all(started);
      return count;
    },
    firstFailure: () => failures.toSorted(byRoundAndAgent)[0] ?? null,
  };
}

export function byRoundAndAgent(left: TurnPlace, right: TurnPlace): number {
  return left.round - right.round || left.agent - right.agent;
}
