/** How does the hotel booking API behave? */
import { pyEquals } from '../../python/equality.ts';
import { type PyDate, strptime } from '../../python/strptime.ts';
import type { PyValue } from '../../python/value.ts';
import { defineApi, failure } from '../api.ts';
import { exact } from '../compare.ts';
import { dict, subscript } from '../operations.ts';

const dateFormat = '%Y-%m-%d';
const guestsPerRoom = 2;

const bookHotel = defineApi({
  name: 'BookHotel',
  database: 'Hotel',
  parameters: {
    hotel_name: 'str',
    check_in_time: 'str',
    check_out_time: 'str',
    room_count: 'int',
    adult_count: 'int',
    child_count: 'int',
  },
  call: (args, object) => {
    const checkIn = strptime(args.check_in_time, dateFormat);
    const checkOut = strptime(args.check_out_time, dateFormat);
    if ((args.adult_count as number | bigint) > guestsPerRoom && args.room_count === 1) {
      throw failure('The number of adults is greater than 2. Two rooms are ordered.');
    }
    for (const order of object.rows().values()) {
      if (!pyEquals(subscript(order, 'hotel_name'), args.hotel_name)) continue;
      if (overlaps(order, checkIn, checkOut)) throw failure('The room is not available.');
    }
    const rows = object.ownRows();
    const id = String(rows.size + 1);
    rows.set(id, dict(args));
    return id;
  },
  check: exact,
});

export const hotelApis = [bookHotel];

/** Does the new stay begin or end within the order? An order inside the new stay goes unnoticed, as in the original. */
function overlaps(order: PyValue, checkIn: PyDate, checkOut: PyDate): boolean {
  const from = strptime(subscript(order, 'check_in_time'), dateFormat).instant;
  const to = strptime(subscript(order, 'check_out_time'), dateFormat).instant;
  return (
    (checkIn.instant >= from && checkIn.instant < to) ||
    (checkOut.instant > from && checkOut.instant <= to)
  );
}
