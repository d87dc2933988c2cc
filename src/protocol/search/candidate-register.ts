/** Which candidates were ever proposed, by whom, what became of them, and what was saved on them? */
import { type Candidate, type CandidateDigest, candidateDigest } from '../../core/candidate.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { OptimizerEvent } from '../../core/optimizer.ts';

interface Entry {
  readonly candidate: Candidate;
  readonly events: JsonObject[];
  changed: boolean;
}

/** Collects provenance beside the candidates' content; files are written at step boundaries. */
export class CandidateRegister {
  readonly #entries = new Map<CandidateDigest, Entry>();
  readonly #saved = { race: 0, abort: 0 };
  readonly #write: (digest: CandidateDigest, content: JsonObject) => void;

  constructor(write: (digest: CandidateDigest, content: JsonObject) => void) {
    this.#write = write;
  }

  /** Makes a candidate known that no event announced: the seed, or one a method evaluates right away. */
  see(candidate: Candidate): void {
    this.#entry(candidate);
  }

  note(event: OptimizerEvent): void {
    if (event.kind === 'rollouts-saved') this.#saved[event.by] += event.rollouts;
    if (!('candidate' in event)) return;
    const entry = this.#entry(event.candidate);
    entry.events.push({ kind: event.kind, parents: event.parents, reason: event.reason });
    entry.changed = true;
  }

  flush(): void {
    for (const [digest, entry] of this.#entries) {
      if (!entry.changed) continue;
      entry.changed = false;
      this.#write(digest, {
        digest,
        candidate: entry.candidate as unknown as Json,
        events: entry.events,
      });
    }
  }

  /** Distinct candidates by the last thing that was said of them. */
  counts(): { proposed: number; accepted: number; rejected: number } {
    const kinds = [...this.#entries.values()].map((entry) => entry.events);
    const having = (kind: string): number =>
      kinds.filter((events) => events.some((event) => event['kind'] === kind)).length;
    return {
      proposed: having('candidate-proposed'),
      accepted: having('candidate-accepted'),
      rejected: having('candidate-rejected'),
    };
  }

  /** In the order in which they were first seen. */
  accepted(): Candidate[] {
    return [...this.#entries.values()]
      .filter(({ events }) => events.some((event) => event['kind'] === 'candidate-accepted'))
      .map(({ candidate }) => candidate);
  }

  /** Rollouts that comparisons did not need. */
  saved(): { readonly race: number; readonly abort: number } {
    return { ...this.#saved };
  }

  #entry(candidate: Candidate): Entry {
    const digest = candidateDigest(candidate);
    const known = this.#entries.get(digest);
    if (known !== undefined) return known;
    const entry: Entry = { candidate, events: [], changed: true };
    this.#entries.set(digest, entry);
    return entry;
  }
}
