/** Which errands are about towns, their weather, food and how to get there? */
import type { Json } from '../../../../core/json.ts';
import { say } from '../../grammar/phrases.ts';
import { type Errand, type ErrandContext, outputNumber, outputText } from '../errand.ts';
import { corrected, otherThan, request } from '../wording/request.ts';
import { drawDistance, locate, TRIP_OPENINGS, weatherAt } from './trip.ts';

function dress({ plan }: ErrandContext, weather: Json): void {
  plan.call('ClothingRecommendation', {
    temperature: outputNumber(weather, 'temperature'),
    humidity: Math.round(outputNumber(weather, 'humidity') * 100),
    weather_conditions: outputText(weather, 'description'),
  });
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
