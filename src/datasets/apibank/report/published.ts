/** What have others reported as "API-Bank accuracy"? Figures as printed there; none of them is made by a scorer of ours. */
import type { PublishedTable } from '../../../core/dataset.ts';

/** Six ways of measuring that go by the name, one line each; the ids are ours. Figures of two of them never compare. */
export const PUBLISHED_SCORERS = {
  V1: 'V1: every recorded call is predicted once from the dialogue before it, carried out, and compared by the class of its API; in % of 399 calls, 135 with retrieval and 50 with planning',
  V2: 'V2: the data of V1 with a prompt and a reader of calls that are not published; in % of 399 calls and 135 with retrieval, no level 3',
  V3: 'V3: the recorded calls of the three levels without those of ToolSearcher, written as JSON; in % of 399, 67 and 131 calls, together 597',
  V4: 'V4: F1 of API names and of arguments as sets, nothing is carried out; two levels, the dialogue as one question',
  V5: 'V5: "0-shot accuracy" of model cards, which do not say what is divided by what',
  V6: 'V6: earlier calls are replayed, the last bracketed call that can be read is carried out, searches are compared by what they find; of 100 tasks, 33 + 33 + 34 of the levels',
} as const;

export const PUBLISHED: readonly PublishedTable[] = [
  {
    title: 'API-Bank, the baselines of its paper: correct calls in %',
    scorer: `${PUBLISHED_SCORERS.V1}. Zero-shot but for Lynx; the figures of ChatGLM are not of 399 calls, and the total weighs the three in a way that the paper does not tell`,
    source:
      'API-Bank: A Comprehensive Benchmark for Tool-Augmented LLMs, arXiv:2304.08244v2, table 3',
    columns: ['Call', 'Retrieve+Call', 'Plan+Retrieve+Call', 'Total'],
    rows: [
      { name: 'GPT-3 Davinci', values: [0.5, 1.48, 0, 0.57] },
      { name: 'Alpaca-7B', values: [24.06, 5.19, 0, 15.19] },
      { name: 'ChatGLM-6B', values: [23.62, 13.33, 0, 16.42] },
      { name: 'GPT-3.5-turbo-0613', values: [59.4, 38.52, 22, 47.16] },
      { name: 'GPT-4-0613', values: [63.66, 37.04, 70, 60.24] },
      { name: 'Lynx-7B (fine-tuned)', values: [49.87, 30.37, 20, 39.58] },
    ],
  },
  {
    title: 'ToolACE: correct calls in %',
    scorer: `${PUBLISHED_SCORERS.V2}. Alpaca, ChatGLM and Lynx are copied from V1`,
    source: 'ToolACE: Winning the Points of LLM Function Calling, arXiv:2409.00920, table 3',
    columns: ['Call', 'Retrieval+Call'],
    rows: [
      { name: 'gpt-3.5-turbo-0125', values: [70.43, 52.59] },
      { name: 'gpt-4-0613', values: [75.94, 48.89] },
      { name: 'gpt-4-turbo-2024-04-09', values: [72.43, 39.26] },
      { name: 'gpt-4o-mini-2024-07-18', values: [74.69, 45.93] },
      { name: 'gpt-4o-2024-05-13', values: [76.19, 42.96] },
      { name: 'Alpaca-7B', values: [24.06, 5.19] },
      { name: 'ChatGLM-6B', values: [23.62, 13.33] },
      { name: 'Lynx-7B', values: [49.87, 30.37] },
      { name: 'xLAM-7b-fc-r', values: [32.83, 21.48] },
      { name: 'LLaMA-3.1-8B-Instruct', values: [71.18, 37.04] },
      { name: 'ToolACE-8B', values: [75.94, 47.41] },
    ],
  },
  {
    title: 'ToolRL: correct calls in %, before and after reinforcement learning',
    scorer: PUBLISHED_SCORERS.V3,
    source: 'ToolRL: Reward is All Tool Learning Needs, arXiv:2504.13958, table 2',
    columns: ['Overall', 'Level 1', 'Level 2', 'Level 3'],
    rows: [
      { name: 'Qwen2.5-1.5B-Instruct, raw', values: [30.65, 28.32, 35.82, 35.11] },
      { name: 'Qwen2.5-1.5B-Instruct, GRPO cold start', values: [63.15, 70.68, 61.19, 41.22] },
      { name: 'Qwen2.5-3B-Instruct, raw', values: [51.59, 59.65, 32.84, 36.64] },
      { name: 'Qwen2.5-3B-Instruct, GRPO cold start', values: [67, 73.43, 67.16, 47.33] },
      { name: 'Qwen2.5-7B-Instruct, raw', values: [62.48, 70.68, 49.25, 44.27] },
      { name: 'Qwen2.5-7B-Instruct, GRPO cold start', values: [64.66, 73.93, 61.19, 38.17] },
      { name: 'Llama-3.2-3B-Instruct, raw', values: [40.54, 44.86, 29.85, 32.82] },
      { name: 'Llama-3.2-3B-Instruct, GRPO cold start', values: [59.13, 65.66, 52.24, 42.75] },
    ],
  },
  {
    title: 'MAS-PromptBench: teams of Qwen3.5-9B before and after GEPA, solved of 100 tasks',
    scorer: PUBLISHED_SCORERS.V6,
    source: 'MAS-PromptBench, docs/data/results.json of its repository',
    columns: [
      'Seed prompts',
      'Optimised',
      'Difference',
      'Framework, seed prompts',
      'Framework, optimised',
    ],
    rows: [
      { name: 'single (LangGraph)', values: [77, 79, 2, 77, 79] },
      { name: 'independent (LangGraph)', values: [74, 76, 2, 74, 76] },
      { name: 'sequential (CrewAI)', values: [61, 70, 9, 60, 66] },
      { name: 'centralized (AutoGen)', values: [77, 72, -5, 77, 72] },
      { name: 'decentralized (OpenAI Agents SDK)', values: [65, 68, 3, 62, 69] },
    ],
  },
];
