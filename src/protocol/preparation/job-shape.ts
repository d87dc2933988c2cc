/** What does a job give its method to spend, when nothing but the topology is said about it? */
import { join } from 'node:path';
import { loadTeamPrompts } from '../../config/load-prompts.ts';
import { namedEntry } from '../../config/names.ts';
import { readProtocolConfig } from '../../config/protocol.ts';
import type { JobShape } from '../../core/optimizer.ts';
import { defaultParameters } from '../../core/space.ts';
import type { Lineup } from '../../core/topology.ts';
import { topologies } from '../../registry.ts';
import type { Installation } from './job-request.ts';
import { readConfig } from './prepare-team.ts';

export interface DefaultShape extends JobShape {
  readonly lineup: Lineup;
}

/**
 * The shape of a job on the default benchmark, with the topology's defaults and the splits of configs/protocol.yaml. No
 * task is read.
 *
 * @throws UsageError for an unknown topology
 */
export async function defaultShape(
  topologyId: string,
  installation: Installation,
): Promise<DefaultShape> {
  const topology = await namedEntry(topologies, topologyId, 'topology')();
  const { dataset, split } = await readConfig(installation, 'protocol.yaml', readProtocolConfig);
  const configs = join(installation.packageRoot, 'configs');
  const { lineup } = await loadTeamPrompts(configs, topologyId, dataset);
  return {
    lineup,
    graph: topology.graph(lineup, defaultParameters(topology.parameters)),
    trainTasks: split.train,
    validationTasks: split.validation,
  };
}
