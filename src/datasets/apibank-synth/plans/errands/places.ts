/** Which errands are about towns, their weather, food and how to get there? */
import type { Json } from '../../../../core/json.ts';
import { addDays, isoDate } from '../../grammar/calendar.ts';
import { drawPerson } from '../../grammar/people.ts';
import { say } from '../../grammar/phrases.ts';
import { sayFullDate } from '../../grammar/spoken-time.ts';
import {
  type Errand,
  type ErrandContext,
  outputField,
  outputList,
  outputNumber,
} from '../errand.ts';
import { sayDay } from '../moments.ts';
import { corrected, otherThan, request } from '../wording.ts';

const TRIP_OPENINGS = [
  'I am packing already.',
  'My trip is getting close.',
  'Friends invited me over.',
  'I have never been there.',
  'The suitcase is still open.',
];

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

function locate({ plan }: ErrandContext, town: string): Point {
  const found = plan.call('Geocoding', { address: town });
  return { latitude: outputNumber(found, 'latitude'), longitude: outputNumber(found, 'longitude') };
}

function weatherAt({ plan }: ErrandContext, { latitude, longitude }: Point): Json {
  return plan.call('GetWeatherForCoordinates', { latitude, longitude });
}

function dress({ plan }: ErrandContext, weather: Json): void {
  plan.call('ClothingRecommendation', {
    temperature: outputNumber(weather, 'temperature'),
    humidity: Math.round(outputNumber(weather, 'humidity') * 100),
    weather_conditions: String(outputField(weather, 'description')),
  });
}

/** How far, in metres and in words. */
function drawDistance({ random }: ErrandContext): { metres: number; said: string } {
  const metres = 100 * (2 + random.integer(48));
  const said = (length: number): string =>
    random.pick([
      `${length} metres`,
      `${length / 1000} km`,
      `${length / 1000} kilometres`,
      `${length} m`,
    ]);
  return { metres, said: corrected(random, said(metres), said(metres + 500)) };
}

function spokenTown({ random, facts }: ErrandContext, town: string): string {
  const other = otherThan(
    random,
    facts.towns.map(({ name }) => name),
    town,
  );
  return corrected(random, town, other);
}

export const weatherOfTown: Errand = (context) => {
  const { random, facts } = context;
  const town = random.pick(facts.towns).name;
  weatherAt(context, locate(context, town));
  return request(random, {
    openings: TRIP_OPENINGS,
    asks: [
      '(Get|Find) the coordinates of {town} and tell me (the current weather|what the weather is like) there.',
      'What is the weather like in {town}? You will have to (locate|find) the place on the map first.',
      'Locate {town} (on the map|by its coordinates), then check the weather at that point.',
      'I am curious about the weather in {town} (right now|at this moment): coordinates first, weather report after.',
      'Where exactly does {town} lie, and how is the weather at those coordinates?',
      'Please turn {town} into coordinates and (use them to look up|with them get) the weather.',
    ],
    slots: { town: spokenTown(context, town) },
  });
};

export const dressForTown: Errand = (context) => {
  const { random, facts } = context;
  const town = random.pick(facts.towns).name;
  dress(context, weatherAt(context, locate(context, town)));
  return request(random, {
    openings: TRIP_OPENINGS,
    asks: [
      'Find the coordinates of {town}, check the weather there and recommend clothing for it.',
      'What should I wear in {town}? Locate the place, look at its weather, and then (give me clothing advice|suggest clothes).',
      'I need an outfit for {town}: first where it lies, then the weather in that spot, then the clothes that suit it.',
      'Look up where {town} is on the map, get the weather for these coordinates and tell me what to (wear|put on).',
      'Please suggest what clothes to pack for {town}, going by the current weather at its coordinates, which you would need to find first.',
      'The weather in {town} decides what I wear. Get coordinates, weather and a clothing recommendation, one after the other.',
    ],
    slots: { town: spokenTown(context, town) },
  });
};

/** The point is given, so nothing needs to be located. */
export const dressForPoint: Errand = (context) => {
  const { random, facts } = context;
  const { latitude, longitude } = random.pick(facts.towns);
  dress(context, weatherAt(context, { latitude, longitude }));
  const point = random.pick([
    `latitude ${latitude}, longitude ${longitude}`,
    `latitude=${latitude}, longitude=${longitude}`,
    `longitude ${longitude} and latitude ${latitude}`,
    `latitude: ${latitude}, longitude: ${longitude}`,
  ]);
  return request(random, {
    openings: [
      'Our boat is anchored far out.',
      'The survey camp moved again.',
      'I only have the GPS reading.',
    ],
    asks: [
      'Get the weather at {point} and recommend clothing for it.',
      'What is the weather at {point}, and what should we wear in it?',
      'We are standing at {point}. Check the weather here, then (suggest|recommend) what clothes to put on.',
      'For {point}, look up the current weather; with that, give us clothing advice.',
      'Our crew works at {point}: (which|what) clothing fits the weather there at the moment? Check the weather first.',
      'Please (report|check) the weather for the spot with {point}. After that I need to know what outfit goes with it.',
    ],
    slots: { point },
  });
};

export const foodInTown: Errand = (context) => {
  const { random, facts, plan } = context;
  const town = random.pick(facts.towns).name;
  const { metres, said } = drawDistance(context);
  plan.call('NearbyRestaurants', { ...locate(context, town), distance: metres });
  return request(random, {
    openings: ['We will be hungry.', 'Dinner is on me.', ...TRIP_OPENINGS],
    asks: [
      'Find restaurants within {said} of {town} (- get its coordinates first|, starting from its coordinates).',
      'Where is {town} on the map, and which restaurants are nearby, within {said}?',
      'Locate {town} and list the restaurants in a radius of {said} around it.',
      'I would like to eat in {town}: look up the coordinates, then restaurants (no further than|within) {said}.',
      'Get the coordinates of {town}. Around that point, search restaurants within {said}.',
      'Which restaurants lie near {town}? Determine its position; {said} away is (as far as we walk|the limit).',
    ],
    slots: { town, said },
  });
};

export const foodAndWeather: Errand = (context) => {
  const { random, facts, plan } = context;
  const town = random.pick(facts.towns).name;
  const { metres, said } = drawDistance(context);
  const point = locate(context, town);
  const weatherFirst = random.integer(2) === 0;
  if (weatherFirst) weatherAt(context, point);
  plan.call('NearbyRestaurants', { ...point, distance: metres });
  if (!weatherFirst) weatherAt(context, point);
  const food = say(
    random,
    ['the restaurants within {said}', 'restaurants no further away than {said}'],
    {
      said,
    },
  );
  const weather = random.pick(['the weather there', 'what the weather is like at that point']);
  const slots = {
    town: spokenTown(context, town),
    first: weatherFirst ? weather : food,
    second: weatherFirst ? food : weather,
  };
  return request(random, {
    openings: ['We picnic or we dine.', ...TRIP_OPENINGS],
    asks: [
      'Get the coordinates of {town}. With them, find {first} first and {second} afterwards.',
      'Locate {town}, then look up {first}, and after that {second}.',
      'I need three things about {town}, in this order: its position on the map, {first}, and {second}.',
      'Once you have the coordinates of {town}, tell me {first}, and when that is done {second}.',
      'For {town}: coordinates, please. Next, {first}. And finally {second}.',
      'Start with where {town} lies. Then comes {first}; {second} can come last.',
    ],
    slots,
  });
};

export const flightAndHotel: Errand = (context) => {
  const { random, facts, plan } = context;
  const flight = random.pick(facts.flights);
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
    details: [],
    slots: {
      source: flight.source,
      destination: flight.destination,
      when: `on ${sayFullDate(random, flight.day)}`,
      stay,
    },
  });
};

export const flightAndWeather: Errand = (context) => {
  const { random, facts, plan } = context;
  const { source, destination, day } = random.pick(facts.flights);
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
  const time = String(outputField(outputList(found, 'flights')[0] ?? null, 'departure_date'));
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
      'See whether hotels in {wanted} are available (the stay runs from|from) {from} to {to}, and fall back on {instead} when they are full.',
    ].map((text) => text.replace('(the stay runs from|from) {from}', 'from {from}')),
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
