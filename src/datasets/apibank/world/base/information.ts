/** How do the APIs behave that look something up: stocks, history, encyclopedia, today? */
import { PyError } from '../../python/error.ts';
import { pyStr } from '../../python/repr.ts';
import { padYear, strftime, strptime } from '../../python/strptime.ts';
import { pyLower, pyStrip } from '../../python/text.ts';
import { PyDict, type PyValue } from '../../python/value.ts';
import { defineApi, failure } from '../api.ts';
import { allOf, field, sameException, sameName, sameNormalized, sameOutput } from '../compare.ts';
import {
  iterate,
  lenient,
  lenientOrThrow,
  lookup,
  strip,
  subscript,
  textFor,
  upperStripped,
} from '../operations.ts';
import { unavailable } from '../unavailable.ts';

const dateFormat = '%Y-%m-%d';
const dayFormat = '%m-%d';
/** The day on which the original world stands still. */
const today = '2023-03-31';

const queryStock = defineApi({
  name: 'QueryStock',
  database: 'Stock',
  parameters: { stock_code: 'str', date: 'str' },
  call: (args, object) => {
    const code = upperStripped(args.stock_code);
    if (code === '') throw failure('The stock code cannot be empty.');
    const date = lenientOrThrow(args.date, dateFormat);
    const prices = object.rows().get(code);
    if (prices === undefined) throw failure('The stock code does not exist.');
    const price = prices instanceof PyDict ? prices.get(date) : undefined;
    if (price === undefined) throw failure('The stock price of this date is not maintained.');
    return price;
  },
  check: allOf(
    sameNormalized({ stock_code: upperStripped, date: (value) => lenient(value, dateFormat) }),
    sameOutput,
    sameException,
  ),
});

const queryHistoryToday = defineApi({
  name: 'QueryHistoryToday',
  database: 'History',
  parameters: { date: 'str' },
  call: (args, object) => {
    const day = dayOfYear(args.date);
    if (day instanceof PyError) throw day;
    const events = object.rows().get(day);
    if (events === undefined) throw failure('The date is not in the database.');
    return [...iterate(events)].map(eventText);
  },
  check: allOf(sameNormalized({ date: dayOfYear }), sameOutput, sameException),
});

const wiki = defineApi({
  name: 'Wiki',
  database: 'Wiki',
  parameters: { keyword: 'str' },
  call: ({ keyword }, object) => {
    const topic = pyLower(pyStrip(textFor(keyword, 'replace').replaceAll('_', ' ')));
    if (!object.rows().has(topic)) throw failure('Keyword not found.');
    const entry = lookup(object.rows(), topic);
    return new PyDict([
      ['url', subscript(entry, 'url')],
      ['summary', subscript(entry, 'summary')],
    ]);
  },
  check: allOf(sameName, sameOutput, sameException),
});

const getToday = defineApi({
  name: 'GetToday',
  parameters: {},
  record: { echoes: false },
  call: () => today,
  // Looks at the result only.
  check: (result) =>
    field(result, 'output') !== null &&
    field(result, 'exception') === null &&
    field(result, 'input') === null,
});

/** APIs that need a service, a model or a search index of the original. */
const unavailableApis = [
  unavailable('Dictionary', { keyword: 'str' }),
  unavailable('Translate', { src: 'str', src_lang: 'str*', tgt_lang: 'str*' }),
  unavailable('SearchEngine', { keyword: 'str' }),
  unavailable('ToolSearcher', { keywords: 'str' }),
];

export const informationApis = [queryStock, queryHistoryToday, wiki, getToday, ...unavailableApis];

/** `MM-DD` of a date with or without its year; of a bad one the error of the reading without a year. */
function dayOfYear(value: PyValue): string | PyError {
  const text = padYear(textFor(strip(value), 'split'));
  const date = parsed(text, dateFormat);
  return date instanceof PyError ? parsed(text, dayFormat) : date;
}

function parsed(text: string, format: typeof dateFormat | typeof dayFormat): string | PyError {
  try {
    return strftime(strptime(text, format), dayFormat);
  } catch (error) {
    if (error instanceof PyError) return error;
    throw error;
  }
}

function eventText(event: PyValue): string {
  const part = (name: string): string => pyStr(strip(subscript(event, name)));
  return `Title: ${part('Title')}, Date: ${part('Date')}, Description: ${part('Description')}`;
}
