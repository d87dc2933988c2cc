/** Which errands are about flights and hotels? */
import { addDays, isoDate } from '../../grammar/calendar.ts';
import { drawPerson } from '../../grammar/people.ts';
import { chance, say } from '../../grammar/phrases.ts';
import { sayFullDate } from '../../grammar/spoken-time.ts';
import { type Errand, type ErrandContext, outputList, outputText } from '../errand.ts';
import { drawDay, type Flight, type Town } from '../facts.ts';
import { sayDay } from '../wording/moments.ts';
import { request } from '../wording/request.ts';
import { drawDistance, locate, TRIP_OPENINGS, weatherAt } from './trip.ts';

/** One that there is, or any other: then the search finds none, which is an answer too. */
function drawFlight({ random, facts }: ErrandContext): Flight {
  if (chance(random, 0.5)) return random.pick(facts.flights);
  const [source, destination] = random.sample(facts.towns, 2) as [Town, Town];
  return { source: source.name, destination: destination.name, day: drawDay(random) };
}

export const flightAndHotel: Errand = (context) => {
  const { random, plan } = context;
  const flight = drawFlight(context);
  const nights = 2 + random.integer(5);
  plan.call('FlightSearch', {
    source: flight.source,
    destination: flight.destination,
    travel_dates: isoDate(flight.day),
  });
  plan.call('HotelAvailability', {
    destination: flight.destination,
    check_in_date: isoDate(flight.day),
    check_out_date: isoDate(addDays(flight.day, nights)),
  });
  const leave = sayFullDate(random, addDays(flight.day, nights));
  const stay = random.pick([
    `from that day until ${leave}`,
    `for ${nights} nights from the day of the flight`,
    `checking in the day I arrive, checking out on ${leave}`,
  ]);
  return request(random, {
    openings: TRIP_OPENINGS,
    asks: [
      'Search flights from {source} to {destination} {when}, then check hotel availability at the destination {stay}.',
      'I fly {when} from {source} to {destination}. Find the flights, and after that see if a hotel there is available {stay}.',
      'Which flights go from {source} to {destination} {when}? And next: are there available hotels over there {stay}?',
      'Please look up a flight {when}, {source} to {destination}. When you have it, look for available hotels in {destination} {stay}.',
      'First flights, then a hotel: from {source} to {destination} {when}, sleeping in {destination} {stay}. Is anything available?',
      'My route is {source} to {destination}. Check flights {when} to begin with, then hotel availability in {destination} {stay}.',
    ],
    slots: {
      source: flight.source,
      destination: flight.destination,
      when: `on ${sayFullDate(random, flight.day)}`,
      stay,
    },
  });
};

export const flightAndWeather: Errand = (context) => {
  const { random, plan } = context;
  const { source, destination, day } = drawFlight(context);
  plan.call('FlightSearch', { source, destination, travel_dates: isoDate(day) });
  weatherAt(context, locate(context, destination));
  const { text, notes } = sayDay(random, day);
  return request(random, {
    openings: TRIP_OPENINGS,
    asks: [
      'Find a flight from {source} to {destination} {when}; then get the coordinates of {destination} and the weather there.',
      'Search flights {when} from {source} to {destination}. After that, locate {destination} and check its weather.',
      'I leave {source} for {destination} {when}. Flights first, please, then where {destination} lies on the map and what the weather does there.',
      'Are there flights {source} to {destination} {when}? When you know, look up the position of the place I fly to and its current weather.',
      'Please check {source} to {destination} for flights {when}. Next I want the coordinates of my destination, and with these its weather.',
      'Flights, map position of the destination, weather at it - in that order. It is {source} to {destination} {when}.',
    ],
    details: notes,
    slots: { source, destination, when: text },
  });
};

export const mailTheFlight: Errand = (context) => {
  const { random, facts, plan } = context;
  const { source, destination, day } = random.pick(facts.flights);
  const found = plan.call('FlightSearch', { source, destination, travel_dates: isoDate(day) });
  const time = outputText(outputList(found, 'flights')[0] ?? null, 'departure_date');
  const mail = drawPerson(random).email;
  const location = `Gate ${random.pick(['A', 'B', 'C', 'D'])}${1 + random.integer(40)}`;
  plan.call('EmailReminder', {
    content: `Your plane from ${source} to ${destination}.`,
    time,
    location,
    recipient: mail,
  });
  const { text, notes } = sayDay(random, day);
  return request(random, {
    openings: ['My sister forgets every departure.', 'The boss is flying out.', ...TRIP_OPENINGS],
    asks: [
      'Find the flight from {source} to {destination} {when} and send an email reminder for its departure to {mail}.',
      'Search flights {source} to {destination} {when}, then mail a reminder with the departure time you find to {mail}.',
      'Somebody flies from {source} to {destination} {when}. Look up the flight, then (email|mail) {mail} a reminder for the moment it leaves.',
      'When does the flight from {source} to {destination} leave {when}? A reminder email for that departure should go to {mail}.',
      'Please check the flights {when} from {source} to {destination} and have an email reminder of the departure sent to {mail}.',
      'An email reminder to {mail}, please, for the departure from {source} to {destination} {when} - search the flight for the exact time.',
    ],
    details: [
      say(
        random,
        ['The location is {location}.', 'The place to be is {location}.', 'Location: {location}.'],
        {
          location,
        },
      ),
      ...notes,
    ],
    slots: { source, destination, mail, when: text },
  });
};

/** A stay that the hotels of one town cannot offer, and those of another can. */
export const hotelOrHotel: Errand = ({ random, facts, plan }) => {
  const [wanted, instead] = random.sample(facts.stays, 2) as [
    (typeof facts.stays)[number],
    (typeof facts.stays)[number],
  ];
  const inside = random.integer(2) === 0 ? wanted : instead;
  const from = addDays(inside.from, 1 + random.integer(3));
  const to = addDays(from, 2 + random.integer(3));
  const dates = { check_in_date: isoDate(from), check_out_date: isoDate(to) };
  const first = plan.call('HotelAvailability', { destination: wanted.town, ...dates });
  if (outputList(first, 'hotels').length === 0) {
    plan.call('HotelAvailability', { destination: instead.town, ...dates });
  }
  return request(random, {
    openings: TRIP_OPENINGS,
    asks: [
      'Check hotel availability in {wanted}, check-in {from}, check-out {to}. If nothing is available, try {instead} for the same dates.',
      'Are there available hotels in {wanted} from {from} to {to}? Should there be none, see about {instead} instead.',
      'I want to stay in {wanted}, arriving {from} and leaving {to}. Look for hotel availability; only if it is empty, (check|ask for) {instead} too.',
      '{wanted} is my first choice, {instead} the second: is any hotel available from {from} until {to}? Stop when you found one.',
      'Find an available hotel from {from} to {to}, in {wanted} if possible, failing that in {instead}.',
      'See whether hotels in {wanted} are available from {from} to {to}, and fall back on {instead} when they are full.',
    ],
    slots: {
      wanted: wanted.town,
      instead: instead.town,
      from: sayFullDate(random, from),
      to: sayFullDate(random, to),
    },
  });
};

export const hotelAndFood: Errand = (context) => {
  const { random, facts, plan } = context;
  const { town, from } = random.pick(facts.stays);
  const start = addDays(from, 1 + random.integer(3));
  const end = addDays(start, 2 + random.integer(3));
  const { metres, said } = drawDistance(context);
  plan.call('HotelAvailability', {
    destination: town,
    check_in_date: isoDate(start),
    check_out_date: isoDate(end),
  });
  plan.call('NearbyRestaurants', { ...locate(context, town), distance: metres });
  return request(random, {
    openings: ['A bed and a meal, that is all.', ...TRIP_OPENINGS],
    asks: [
      'Check hotel availability in {town} from {start} to {end}. Then get the coordinates of {town} and find restaurants within {said}.',
      'I stay in {town}, check-in {start}, check-out {end}: is a hotel available? After that, locate the town and list restaurants within {said}.',
      'First see which hotels in {town} are available from {start} until {end}; next, where the town lies; last, restaurants within {said} of it.',
      'Hotel, position, restaurants, in that order, for {town}. I arrive {start} and leave {end}; for the food {said} is far enough.',
      'Please look for an available hotel in {town}, from {start} to {end}. When done, turn {town} into coordinates and search restaurants up to {said} away.',
      'Is there an available hotel in {town} between {start} and {end}? Afterwards I want the restaurants within {said} of the coordinates of the town.',
    ],
    slots: {
      town,
      said,
      start: sayFullDate(random, start),
      end: sayFullDate(random, end),
    },
  });
};
