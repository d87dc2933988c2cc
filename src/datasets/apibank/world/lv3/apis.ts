/** Which APIs does level 3 have? */
import type { ApiDefinition } from '../api.ts';
import { calculator } from '../calculator.ts';
import { unavailable } from '../unavailable.ts';
import { moneyApis } from './money.ts';
import { peopleApis } from './people.ts';
import { placeApis } from './places.ts';
import { travelApis } from './travel.ts';
import { userApis } from './users.ts';

/** API name → definition. */
export const levelThreeApis: ReadonlyMap<string, ApiDefinition> = new Map(
  [
    ...moneyApis,
    ...peopleApis,
    ...placeApis,
    ...travelApis,
    ...userApis,
    calculator,
    unavailable('ToolSearcher', { keywords: 'str' }),
  ].map((api) => [api.name, api]),
);
