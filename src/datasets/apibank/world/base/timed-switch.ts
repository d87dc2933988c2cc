/** How do the timed switches of the smart home behave? */
import { pyEquals } from '../../python/equality.ts';
import type { PyError } from '../../python/error.ts';
import type { PyValue } from '../../python/value.ts';
import { defineApi, failure } from '../api.ts';
import { allOf, sameArguments, sameException, sameNormalized, sameOutput } from '../compare.ts';
import {
  dict,
  iterate,
  lenient,
  lenientOrThrow,
  strippedLower,
  subscript,
  withFields,
} from '../operations.ts';

const database = 'TimeSwitch';
const timeFormat = '%Y-%m-%d %H:%M:%S';

const timedSwitch = defineApi({
  name: 'TimedSwitch',
  database,
  parameters: { name: 'str', time: 'str', on: 'bool' },
  call: (args, object) => {
    const name = strippedLower(args.name);
    if (name === '') throw failure('Name cannot be empty.');
    const time = lenientOrThrow(args.time, timeFormat);
    const switches = [...iterate(object.rows().get(name) ?? [])];
    const index = switches.findIndex((entry) => isAt(entry, time));
    if (index === -1) switches.push(dict({ time, on: args.on }));
    else switches[index] = withFields(switches[index] as PyValue, { on: args.on });
    object.ownRows().set(name, switches);
    return 'success';
  },
  check: allOf(
    sameNormalized({ name: strippedLower, time: normalTime }),
    sameArguments('on'),
    sameOutput,
    sameException,
  ),
});

const cancelTimedSwitch = defineApi({
  name: 'CancelTimedSwitch',
  database,
  parameters: { name: 'str', time: 'str' },
  call: (args, object) => {
    const name = strippedLower(args.name);
    if (name === '') throw failure('name cannot be empty.');
    const time = lenientOrThrow(args.time, timeFormat);
    const known = object.rows().get(name);
    if (known === undefined) throw failure('device name does not exist.');
    const switches = [...iterate(known)];
    const index = switches.findIndex((entry) => isAt(entry, time));
    if (index === -1) throw failure('time does not exist.');
    object.ownRows().set(name, switches.toSpliced(index, 1));
    return 'success';
  },
  check: allOf(
    sameNormalized({ name: strippedLower, time: normalTime }),
    sameOutput,
    sameException,
  ),
});

export const timedSwitchApis = [timedSwitch, cancelTimedSwitch];

function normalTime(value: PyValue): string | PyError {
  return lenient(value, timeFormat);
}

function isAt(entry: PyValue, time: string): boolean {
  return pyEquals(subscript(entry, 'time'), time);
}
