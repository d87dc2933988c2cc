/** Do all methods keep the contract? */
import { gepa } from '../../src/optimizers/gepa/index.ts';
import { hivemind } from '../../src/optimizers/hivemind/index.ts';
import { identity } from '../../src/optimizers/identity/index.ts';
import { mamutGepa } from '../../src/optimizers/mamut_gepa/index.ts';
import { mapro } from '../../src/optimizers/mapro/index.ts';
import { maspo } from '../../src/optimizers/maspo/index.ts';
import { maspob } from '../../src/optimizers/maspob/index.ts';
import { mipro } from '../../src/optimizers/mipro/index.ts';
import { random } from '../../src/optimizers/random/index.ts';
import { tavo } from '../../src/optimizers/tavo/index.ts';
import { describeOptimizer } from './optimizer-spec.ts';

/** Verdicts of one comparison are tested apart. */
const SPENDS_ALL = [
  {
    reason: 'spends its whole budget, so what is saved buys other candidates',
    tests: ['racing: the abort leaves every decision as it is, and saves what it says'],
  },
];

for (const optimizer of [
  identity,
  random,
  maspo,
  gepa,
  mamutGepa,
  mipro,
  mapro,
  tavo,
  hivemind,
  maspob,
]) {
  describeOptimizer({ optimizer: optimizer, skip: optimizer.id === 'random' ? SPENDS_ALL : [] });
}
