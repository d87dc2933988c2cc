/** How do the level-3 APIs for flights and hotels behave? */
import { pyEquals } from '../../python/equality.ts';
import { PyError } from '../../python/error.ts';
import { pyStr } from '../../python/repr.ts';
import { type PyDate, strptime } from '../../python/strptime.ts';
import { PyDict, type PyValue } from '../../python/value.ts';
import { type ApiObject, defineApi } from '../api.ts';
import { allOf, exactNamed, field, sameArguments } from '../compare.ts';
import { dict, subscript } from '../operations.ts';

const dateFormat = '%Y-%m-%d';

const FLIGHT_FIELDS = ['source', 'destination', 'date'] as const;
const HOTEL_FIELDS = ['destination', 'check_in_date', 'check_out_date'] as const;

/** Number → from, to and departure date; all fly from 12 to 3 o'clock. */
const flights = numbered(FLIGHT_FIELDS, [
  ['New York', 'San Francisco', '2022-01-01'],
  ['Los Angeles', 'San Francisco', '2022-01-02'],
  ['London', 'San Francisco', '2022-01-03'],
  ['New York', 'London', '2022-01-04'],
  ['New York', 'Los Angeles', '2022-01-05'],
]);

/** Number → city, first and last day of the five hotels. */
const hotels = numbered(HOTEL_FIELDS, [
  ['San Francisco', '2022-01-01', '2022-01-02'],
  ['San Francisco', '2022-01-02', '2022-01-03'],
  ['San Francisco', '2022-01-03', '2022-01-04'],
  ['San Francisco', '2022-01-04', '2022-01-05'],
  ['San Francisco', '2022-01-05', '2022-01-06'],
]);

const flightSearch = defineApi({
  name: 'FlightSearch',
  parameters: { source: 'str', destination: 'str', travel_dates: 'str' },
  database: 'PlanFlights',
  initialRows: flights,
  call: (args, object) => {
    const day = instantOf(args.travel_dates);
    const found: PyValue[] = [];
    for (const [number, flight] of object.rows().entries()) {
      const [source, destination, date] = fields(flight, FLIGHT_FIELDS);
      if (source !== args.source || destination !== args.destination) continue;
      refuseSecondReading(object, number, 'date');
      if (instantOf(date) !== day) continue;
      object.memory.set(pyStr(number), true);
      found.push(
        dict({
          source,
          destination,
          departure_date: `${pyStr(date)} 12:00:00`,
          arrival_date: `${pyStr(date)} 15:00:00`,
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
  database: 'PlanHotels',
  initialRows: hotels,
  call: (args, object) => {
    const from = instantOf(args.check_in_date);
    const to = instantOf(args.check_out_date);
    const found: PyValue[] = [];
    for (const [number, hotel] of object.rows().entries()) {
      const [destination, checkIn, checkOut] = fields(hotel, HOTEL_FIELDS);
      if (args.destination !== destination) continue;
      if (from < instantOf(checkIn) || to > instantOf(checkOut)) continue;
      refuseSecondReading(object, number, 'strftime');
      object.memory.set(pyStr(number), true);
      found.push(dict({ destination, check_in_date: checkIn, check_out_date: checkOut }));
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
function refuseSecondReading(object: ApiObject, number: PyValue, attribute: string): void {
  if (object.memory.has(pyStr(number))) {
    throw new PyError('AttributeError', `'str' object has no attribute '${attribute}'`);
  }
}

/** The rows by number from 1, as texts. */
function numbered(names: readonly string[], rows: readonly (readonly string[])[]): PyDict {
  return new PyDict(
    rows.map((row, index) => [
      String(index + 1),
      new PyDict(names.map((name, column) => [name, row[column] ?? ''])),
    ]),
  );
}

type Texts = readonly [PyValue, PyValue, PyValue];

function fields(row: PyValue, [first, second, third]: readonly [string, string, string]): Texts {
  return [field(row, first), field(row, second), field(row, third)];
}

function instantOf(value: PyValue): PyDate['instant'] {
  return strptime(value, dateFormat).instant;
}
