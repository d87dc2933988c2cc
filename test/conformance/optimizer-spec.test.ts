/** Do all methods keep the contract? */
import { identity } from '../../src/optimizers/identity/index.ts';
import { maspo } from '../../src/optimizers/maspo/index.ts';
import { random } from '../../src/optimizers/random/index.ts';
import { describeOptimizer } from './optimizer-spec.ts';

for (const optimizer of [identity, random, maspo]) {
  describeOptimizer({ optimizer: optimizer });
}
