/** Runs what its parent sends, one at a time, and sends back what came of it. */
import { type MethodId, optimizers } from '../../../src/registry.ts';
import { type RunRequest, runOne } from './run-one.ts';
import { runSim, SIM } from './sim.ts';

process.on('message', (request: RunRequest) => {
  void optimizers[request.method as MethodId]()
    .then((optimizer) => (request.landscape === SIM ? runSim(request) : runOne(request, optimizer)))
    .then((result) => process.send?.(result));
});
