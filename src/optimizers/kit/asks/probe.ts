/** What would a role write with another prompt, in a situation that a rollout left behind? */

import { clip } from '../../../core/clip.ts';
import type { TaskView } from '../../../core/dataset.ts';
import type { CompletionAsk } from '../../../core/optimizer.ts';
import type { Rollout } from '../../../core/rollout.ts';
import type { RoleNode } from '../../../core/topology.ts';

export interface ProbeRequest {
  readonly node: RoleNode;
  readonly prompt: string;
  readonly task: TaskView;
  /** Where the messages of the role's predecessors come from. */
  readonly rollout: Rollout;
  readonly sample: number;
}

/** MAS-PromptBench's MAPRO: temperature 0.2, top-p 0.9, 768 tokens. */
const DECODING = { temperature: 0.2, topP: 0.9, maxTokens: 768 };

/** One call of the task model in the layout of a turn; uncharged, for nothing is scored. */
export function probeAsk({ node, prompt, task, rollout, sample }: ProbeRequest): CompletionAsk {
  const contract = node.terminal ? [`Output contract (fixed):\n${task.brief.outputContract}`] : [];
  const reports = node.predecessors.flatMap((source) => {
    const text = rollout.roleOutputs[source];
    if (source === node.role || text === undefined) return [];
    return [`--- from ${source} ---\n${clip(text, 1_500)}\n--- end ---`];
  });
  const user = [
    task.brief.task,
    ...(reports.length === 0 ? [] : [['Messages from the team:', ...reports].join('\n')]),
    node.terminal ? 'Your turn: give the answer.' : 'Your turn: do your part.',
  ];
  return {
    kind: 'completion',
    channel: 'probe',
    messages: [
      { role: 'system', content: [prompt, ...contract].join('\n\n') },
      { role: 'user', content: user.join('\n\n') },
    ],
    decoding: DECODING,
    sample,
  };
}
