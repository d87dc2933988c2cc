/** Which of several equal servers takes the next request? The one with the fewest on its way. */

export interface Replicas<Server> {
  /** Runs `work` on the least busy server; equally busy ones take turns. */
  run<Value>(work: (server: Server) => Promise<Value>): Promise<Value>;
}

/** `servers` must not be empty. */
export function createReplicas<Server>(servers: readonly Server[]): Replicas<Server> {
  if (servers.length === 0) throw new RangeError('a provider needs at least one endpoint');
  const slots = servers.map((server) => ({ server, inFlight: 0 }));
  let next = 0;
  const leastBusy = (): { server: Server; inFlight: number } => {
    const inTurn = [...slots.slice(next), ...slots.slice(0, next)];
    const chosen = inTurn.reduce((best, slot) => (slot.inFlight < best.inFlight ? slot : best));
    next = (slots.indexOf(chosen) + 1) % slots.length;
    return chosen;
  };
  return {
    async run(work) {
      const slot = leastBusy();
      slot.inFlight += 1;
      try {
        return await work(slot.server);
      } finally {
        slot.inFlight -= 1;
      }
    },
  };
}
