/** Which row of a user does an office API mean, and which number does a new one get? */
import { pyEquals } from '../../../python/equality.ts';
import { toPyInt } from '../../../python/numbers.ts';
import type { PyDict, PyValue } from '../../../python/value.ts';
import type { ApiObject } from '../../api.ts';
import { subscript } from '../../operations.ts';

/** The only format in which agenda, alarms, meetings and reminders take a time. */
export const timeFormat = '%Y-%m-%d %H:%M:%S';

/** Key and row of the first entry of this user that has at least one of the wanted values. */
export function firstRowOf(
  object: ApiObject,
  username: PyValue,
  wanted: Readonly<Record<string, PyValue>>,
): readonly [PyValue, PyValue] | undefined {
  const fields = Object.entries(wanted);
  for (const entry of object.rows().entries()) {
    const [, row] = entry;
    if (!pyEquals(subscript(row, 'username'), username)) continue;
    if (fields.some(([name, value]) => pyEquals(subscript(row, name), value))) return entry;
  }
  return undefined;
}

/** The next free id as text: one more than the greatest. */
export function nextTextId(rows: PyDict): string {
  let greatest = 0n;
  for (const key of rows.keys()) {
    const id = BigInt(toPyInt(key));
    if (id > greatest) greatest = id;
  }
  return String(greatest + 1n);
}
