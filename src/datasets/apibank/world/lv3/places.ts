/** How do the level-3 APIs about places, weather and clothes behave? */
import { pyEquals } from '../../python/equality.ts';
import { PyError } from '../../python/error.ts';
import { PyDict, PyFloat, PyTuple, type PyValue } from '../../python/value.ts';
import { defineApi } from '../api.ts';
import { exact, exactNamed, field, sameInput } from '../compare.ts';
import { dict, lookup, lower, textFor } from '../operations.ts';

/** Latitude and longitude (all positive in the original), temperature, humidity, sky. */
const PLACES = {
  'New York City': [40.7128, 74.006, 10, 0.5, 'Clear'],
  'San Francisco': [37.7749, 122.4194, 20, 0.8, 'Cloudy'],
  London: [51.5074, 0.1278, 5, 0.9, 'Rainy'],
  Paris: [48.8566, 2.3522, 15, 0.7, 'Sunny'],
  Tokyo: [35.6762, 139.6503, 25, 0.6, 'Rainy'],
} as const;

const places = new PyDict(
  Object.entries(PLACES).map(
    ([place, [latitude, longitude, temperature, humidity, description]]) => [
      place,
      dict({
        latitude: new PyFloat(latitude),
        longitude: new PyFloat(longitude),
        temperature,
        humidity: new PyFloat(humidity),
        description,
      }),
    ],
  ),
);

const restaurants = new PyDict(
  (
    [
      ['A', 'New York City'],
      ['B', 'San Francisco'],
      ['C', 'New York City'],
      ['D', 'San Francisco'],
    ] as const
  ).map(([letter, place]) => [
    `Restaurant ${letter}`,
    new PyTuple(PLACES[place].slice(0, 2).map((degrees) => new PyFloat(Number(degrees)))),
  ]),
);

/** Lowest temperature of the band → what to wear. */
const outfits: readonly (readonly [number, readonly string[]])[] = [
  [30, ['Sun hat', 'Sunglasses', 'Loose-fitting clothes']],
  [20, ['T-shirt', 'Shorts']],
  [10, ['Light jacket', 'Long-sleeved shirt']],
  [Number.NEGATIVE_INFINITY, ['Warm coat', 'Hat', 'Gloves']],
];
const humidLimit = 70;

const geocoding = defineApi({
  name: 'Geocoding',
  parameters: { address: 'str' },
  database: 'PlanPlaces',
  initialRows: places,
  call: ({ address }, { rows }) => selected(lookup(rows(), address), ['latitude', 'longitude']),
  check: exactNamed,
});

const getWeatherForCoordinates = defineApi({
  name: 'GetWeatherForCoordinates',
  parameters: { latitude: 'float', longitude: 'float' },
  record: { raises: true },
  database: 'PlanPlaces',
  initialRows: places,
  call: ({ latitude, longitude }, { rows }) => {
    const found = [...rows().values()].find(
      (place) =>
        pyEquals(field(place, 'latitude'), latitude) &&
        pyEquals(field(place, 'longitude'), longitude),
    );
    if (found === undefined) {
      throw new PyError('TypeError', "'NoneType' object is not subscriptable");
    }
    return selected(found, ['temperature', 'humidity', 'description']);
  },
  check: exact,
});

const nearbyRestaurants = defineApi({
  name: 'NearbyRestaurants',
  parameters: { latitude: 'float', longitude: 'float', distance: 'int' },
  database: 'PlanRestaurants',
  initialRows: restaurants,
  // The same ones wherever one is.
  call: (_, { rows }) =>
    dict({
      restaurants: [...rows().entries()].map(([name, coordinates]) => dict({ coordinates, name })),
    }),
  // The recorded coordinates are lists, so outputs are not compared.
  check: sameInput,
});

const clothingRecommendation = defineApi({
  name: 'ClothingRecommendation',
  parameters: { temperature: 'float', humidity: 'float', weather_conditions: 'str' },
  call: (args) => {
    const temperature = (args.temperature as PyFloat).value;
    const options: PyValue[] = [...(outfits.find(([lowest]) => temperature >= lowest)?.[1] ?? [])];
    if ((args.humidity as PyFloat).value > humidLimit) options.push('Umbrella', 'Waterproof shoes');
    if (textFor(lower(args.weather_conditions), 'replace').includes('rain')) {
      options.push('Raincoat');
    }
    return dict({ clothing_options: options });
  },
  check: exactNamed,
});

export const placeApis = [
  geocoding,
  getWeatherForCoordinates,
  nearbyRestaurants,
  clothingRecommendation,
];

/** Some fields of a row. */
function selected(row: PyValue, names: readonly string[]): PyDict {
  return new PyDict(names.map((name) => [name, field(row, name)]));
}
