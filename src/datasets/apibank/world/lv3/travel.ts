/** How do the level-3 APIs for flights and hotels behave? */
import { pyEquals } from '../../python/equality.ts';
import { PyError } from '../../python/error.ts';
import { type PyDate, strptime } from '../../python/strptime.ts';
import type { PyValue } from '../../python/value.ts';
import { type ApiObject, defineApi } from '../api.ts';
import { allOf, exactNamed, field, sameArguments } from '../compare.ts';
import { dict, subscript } from '../operations.ts';

const dateFormat = '%Y-%m-%d';

/** From, to, departure date; all fly from 12 to 3 o'clock. */
const flights = [
  ['New York', 'San Francisco', '2022-01-01'],
  ['Los Angeles', 'San Francisco', '2022-01-02'],
  ['London', 'San Francisco', '2022-01-03'],
  ['New York', 'London', '2022-01-04'],
  ['New York', 'Los Angeles', '2022-01-05'],
] as const;

/** Check-in and check-out of the five hotels, all in one city. */
const hotels = [
  ['2022-01-01', '2022-01-02'],
  ['2022-01-02', '2022-01-03'],
  ['2022-01-03', '2022-01-04'],
  ['2022-01-04', '2022-01-05'],
  ['2022-01-05', '2022-01-06'],
] as const;
const hotelCity = 'San Francisco';

const flightSearch = defineApi({
  name: 'FlightSearch',
  parameters: { source: 'str', destination: 'str', travel_dates: 'str' },
  call: (args, object) => {
    const day = instantOf(args.travel_dates);
    const found: PyValue[] = [];
    for (const [index, [source, destination, date]] of flights.entries()) {
      if (source !== args.source || destination !== args.destination) continue;
      refuseSecondReading(object, index, 'date');
      if (instantOf(date) !== day) continue;
      object.memory.set(String(index), true);
      found.push(
        dict({
          source,
          destination,
          departure_date: `${date} 12:00:00`,
          arrival_date: `${date} 15:00:00`,
        }),
      );
    }
    return dict({ flights: found });
  },
  check: exactNamed,
});

const hotelAvailability = defineApi({
  name: 'HotelAvailability',
  parameters: { destination: 'str', check_in_date: 'str', check_out_date: 'str' },
  call: (args, object) => {
    const from = instantOf(args.check_in_date);
    const to = instantOf(args.check_out_date);
    const found: PyValue[] = [];
    for (const [index, [checkIn, checkOut]] of hotels.entries()) {
      if (args.destination !== hotelCity) continue;
      if (from < instantOf(checkIn) || to > instantOf(checkOut)) continue;
      refuseSecondReading(object, index, 'strftime');
      object.memory.set(String(index), true);
      found.push(
        dict({ destination: hotelCity, check_in_date: checkIn, check_out_date: checkOut }),
      );
    }
    return dict({ hotels: found });
  },
  check: allOf(sameArguments('destination', 'check_in_date', 'check_out_date'), (result, gold) =>
    pyEquals(
      subscript(field(result, 'output'), 'hotels'),
      subscript(field(gold, 'output'), 'hotels'),
    ),
  ),
});

export const travelApis = [flightSearch, hotelAvailability];

/** A row that was listed once holds text instead of dates, in place. */
function refuseSecondReading(object: ApiObject, index: number, attribute: string): void {
  if (object.memory.has(String(index))) {
    throw new PyError('AttributeError', `'str' object has no attribute '${attribute}'`);
  }
}

function instantOf(value: PyValue): PyDate['instant'] {
  return strptime(value, dateFormat).instant;
}
