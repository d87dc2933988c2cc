/** The simulated model behind a loopback server in a process of its own. */
import { simBrain } from '../job/sim-brain.ts';

export const brain = simBrain();
