/** What do errands about towns, flights and hotels have in common? */
import type { Json } from '../../../../core/json.ts';
import { type ErrandContext, outputNumber } from '../errand.ts';
import { corrected } from '../wording/request.ts';

export const TRIP_OPENINGS = [
  'I am packing already.',
  'My trip is getting close.',
  'Friends invited me over.',
  'I have never been there.',
  'The suitcase is still open.',
];

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export function locate({ plan }: ErrandContext, town: string): Point {
  const found = plan.call('Geocoding', { address: town });
  return { latitude: outputNumber(found, 'latitude'), longitude: outputNumber(found, 'longitude') };
}

export function weatherAt({ plan }: ErrandContext, { latitude, longitude }: Point): Json {
  return plan.call('GetWeatherForCoordinates', { latitude, longitude });
}

/** How far, in metres and in words. */
export function drawDistance({ random }: ErrandContext): { metres: number; said: string } {
  const metres = 100 * (2 + random.integer(48));
  const said = (length: number): string =>
    random.pick([
      `${length} metres`,
      `${length / 1000} km`,
      `${length / 1000} kilometres`,
      `${length} m`,
    ]);
  return { metres, said: corrected(random, said(metres), said(metres + 500)) };
}
