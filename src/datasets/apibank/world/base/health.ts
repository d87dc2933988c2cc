/** How do the health APIs behave: records of measurements, symptoms, first aid? */
import { pyEquals } from '../../python/equality.ts';
import { PyError } from '../../python/error.ts';
import { pyStr } from '../../python/repr.ts';
import { padYear, strptime } from '../../python/strptime.ts';
import { PyDict, type PyValue } from '../../python/value.ts';
import { type ApiObject, defineApi, failure } from '../api.ts';
import { allOf, sameException, sameNormalized, sameOutput } from '../compare.ts';
import {
  attributeError,
  contains,
  dict,
  exceptionObject,
  iterate,
  length,
  lenient,
  lenientOrThrow,
  lookup,
  lower,
  strip,
  subscript,
  textFor,
  upperStripped,
  withFields,
} from '../operations.ts';

const timeFormat = '%Y-%m-%d %H:%M:%S';

const queryHealthData = defineApi({
  name: 'QueryHealthData',
  database: 'HealthData',
  parameters: { user_id: 'str', start_time: 'str', end_time: 'str' },
  call: (args, object) => {
    const userId = filledUserId(args.user_id);
    const [start, end] = timeSpan(instant(args.start_time), instant(args.end_time));
    if (start > end) throw failure('The start time cannot be later than the end time.');
    if (!object.rows().has(userId)) throw failure('The user id does not exist.');
    const records = [...iterate(lookup(object.rows(), userId))].filter((record) => {
      const time = strptime(subscript(record, 'time'), timeFormat).instant;
      return time >= start && time <= end;
    });
    if (records.length === 0) throw failure('There is no health data in the given time span.');
    return records;
  },
  check: allOf(
    sameNormalized({ user_id: upperStripped, start_time: instant, end_time: instant }),
    sameOutput,
    sameException,
  ),
});

const recordHealthData = defineApi({
  name: 'RecordHealthData',
  database: 'HealthData',
  parameters: { user_id: 'str', time: 'str', health_data: 'list?' },
  call: (args, object) => {
    const userId = filledUserId(args.user_id);
    const time = lenientOrThrow(args.time, timeFormat);
    if (args.health_data === null || length(args.health_data) === 0) {
      throw failure('The health data cannot be empty.');
    }
    const items = checkedItems(args.health_data);
    storeRecord(object, { userId, time, items });
    return 'success';
  },
  // What was measured is not compared.
  check: allOf(
    sameNormalized({
      // Here, and only here, the original first makes the id a text.
      user_id: (value) => upperStripped(pyStr(value)),
      time: (value) => lenient(value, timeFormat),
    }),
    sameOutput,
    sameException,
  ),
});

const symptomSearch = defineApi({
  name: 'SymptomSearch',
  database: 'Symptom',
  parameters: { symptom: 'str' },
  call: ({ symptom }, object) => listed(object, filledSymptom(symptom), 'description'),
  check: allOf(sameNormalized({ symptom: filledSymptom }), sameOutput, sameException),
});

const emergencyKnowledge = defineApi({
  name: 'EmergencyKnowledge',
  database: 'Symptom',
  parameters: { symptom: 'str' },
  call: ({ symptom }, object) => listed(object, unguardedSymptom(symptom), 'aid'),
  check: allOf(sameNormalized({ symptom: unguardedSymptom }), sameOutput, sameException),
});

export const healthApis = [queryHealthData, recordHealthData, symptomSearch, emergencyKnowledge];

function filledUserId(value: PyValue): PyValue {
  const userId = upperStripped(value);
  if (userId === '') throw failure('The user id cannot be empty.');
  return userId;
}

/** Seconds on the calendar, or the error of a bad time. */
function instant(value: PyValue): number | PyError {
  const text = padYear(textFor(strip(value), 'split'));
  try {
    return strptime(text, timeFormat).instant;
  } catch (error) {
    if (error instanceof PyError) return error;
    throw error;
  }
}

function timeSpan(start: number | PyError, end: number | PyError): readonly [number, number] {
  if (start instanceof PyError) {
    throw end instanceof PyError ? failure(`${start.text}; ${end.text}`) : start;
  }
  if (end instanceof PyError) throw end;
  return [start, end];
}

function checkedItems(data: PyValue): readonly PyValue[] {
  const items = [...iterate(data)];
  const names: PyValue[] = [];
  for (const item of items) {
    if (!contains(item, 'name')) throw failure('The health data has invalid format.');
    const name = subscript(item, 'name');
    if (names.some((known) => pyEquals(known, name))) {
      throw failure('The health data cannot contain duplicate items.');
    }
    names.push(name);
  }
  return items;
}

interface HealthRecord {
  readonly userId: PyValue;
  readonly time: string;
  readonly items: readonly PyValue[];
}

/** A missing value ends the call midway: the user is there by then, and a known record has the items before it. */
function storeRecord(object: ApiObject, { userId, time, items }: HealthRecord): void {
  const rows = object.ownRows();
  const records = [...iterate(rows.get(userId) ?? [])];
  rows.set(userId, records);
  const index = records.findIndex((record) => pyEquals(subscript(record, 'time'), time));
  const record = index === -1 ? dict({ time }) : withFields(records[index] as PyValue, {});
  if (index !== -1) rows.set(userId, records.with(index, record));
  for (const item of items) record.set(subscript(item, 'name'), subscript(item, 'value'));
  if (index === -1) rows.set(userId, [...records, record]);
}

function filledSymptom(value: PyValue): PyValue {
  const symptom = strip(value);
  if (symptom === '') throw failure('The symptom cannot be empty.');
  return lower(symptom);
}

/** Makes the exception for an empty symptom without raising it, then goes on with it. */
function unguardedSymptom(value: PyValue): PyValue {
  const symptom = strip(value);
  if (symptom === '')
    throw attributeError(exceptionObject('The symptom cannot be empty.'), 'lower');
  return lower(symptom);
}

function listed(object: ApiObject, symptom: PyValue, detail: 'description' | 'aid'): PyValue {
  const diseases = object.rows().get(symptom);
  if (diseases === undefined) throw failure('The symptom does not exist.');
  return [...iterate(diseases)].map(
    (disease) =>
      new PyDict([
        ['name', subscript(disease, 'name')],
        [detail, subscript(disease, detail)],
      ]),
  );
}
