/** Which errands are there? */
import type { Errand } from '../errand.ts';
import * as meetings from './meetings.ts';
import * as money from './money.ts';
import * as people from './people.ts';
import * as places from './places.ts';
import * as travel from './travel.ts';

/** By name. */
export const ERRANDS: Readonly<Record<string, Errand>> = {
  ...meetings,
  ...money,
  ...people,
  ...places,
  ...travel,
};
