/** Which fields does a structured message have? Shared by the labelled and the JSON format. */

export interface Field {
  readonly key: string;
  readonly label: string;
  readonly meaning: string;
  /** Must be there and not blank for a message to count as well formed. */
  readonly required: boolean;
}

/** In writing order. The proposed answer is last, so that a parser taking the last call in a reply finds it. */
export const FIELDS: readonly Field[] = [
  {
    key: 'finding',
    label: 'Finding',
    meaning: 'what you established, in one to three sentences',
    required: true,
  },
  {
    key: 'evidence',
    label: 'Evidence',
    meaning: 'the words of the task or of other agents that it rests on',
    required: false,
  },
  {
    key: 'open_question',
    label: 'Open question',
    meaning: 'what is still unclear, or "none"',
    required: false,
  },
  {
    key: 'proposed_answer',
    label: 'Proposed answer',
    meaning: 'the final answer you propose, written exactly as a final answer must look, or "none"',
    required: true,
  },
];
