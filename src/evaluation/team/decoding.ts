/** How are the replies of this team sampled? */
import type { TopologyParameters } from '../../core/candidate.ts';
import type { Decoding } from '../../core/model.ts';

/** The phase's decoding, at the team's own temperature where its parameters have one. */
export function teamDecoding(decoding: Decoding, parameters: TopologyParameters): Decoding {
  const temperature = ownTemperature(parameters);
  return temperature === null ? decoding : { ...decoding, temperature };
}

/** Null when the team is sampled as the phase says. */
export function ownTemperature({ temperature }: TopologyParameters): number | null {
  return typeof temperature === 'number' ? temperature : null;
}
