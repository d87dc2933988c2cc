/** Runs what its parent sends, one at a time, and sends back what came of it. */
import { type MethodId, optimizers } from '../../../src/registry.ts';
import { type RunRequest, runOne } from './run-one.ts';

process.on('message', (request: RunRequest) => {
  void optimizers[request.method as MethodId]()
    .then((optimizer) => runOne(request, optimizer))
    .then((result) => process.send?.(result));
});
