/** Which replies of others were measured on API-Bank, and how? */
import type { PublishedTable } from '../../../core/dataset.ts';

/** API-Bank, EMNLP 2023 (arXiv:2304.08244v2), table 3. */
export const PUBLISHED_REPLIES: PublishedTable = {
  title: 'Replies in the paper of API-Bank',
  scorer:
    'ROUGE-L F1 of the package `rouge`, mean over replies; the paper does not say how many replies it has, and pools them in `Total` with weights of its own',
  source: 'Li et al., API-Bank, EMNLP 2023, arXiv:2304.08244v2, table 3',
  columns: ['Call', 'Retrieve+Call', 'Plan+Retrieve+Call', 'Total'],
  rows: [
    { name: 'GPT-3 Davinci', values: [0.1035, 0.091, 0.0156, 0.0814] },
    { name: 'Alpaca-7B', values: [0.0204, 0.0019, 0.086, 0.0318] },
    { name: 'ChatGLM-6B', values: [0.2451, 0.2173, 0.1522, 0.2191] },
    { name: 'GPT-3.5-turbo-0613', values: [0.4598, 0.3758, 0.3809, 0.4267] },
    { name: 'GPT-4-0613', values: [0.3691, 0.351, 0.4808, 0.391] },
    { name: 'Lynx-7B (fine-tuned)', values: [0.4332, 0.2503, 0.3425, 0.3794] },
  ],
};
