/** How do the level-3 APIs about places, weather and clothes behave? */
import { PyError } from '../../python/error.ts';
import { PyDict, PyFloat, PyTuple, type PyValue } from '../../python/value.ts';
import { defineApi } from '../api.ts';
import { exact, exactNamed, sameInput } from '../compare.ts';
import { dict, lookup, lower, textFor } from '../operations.ts';

/** Latitude and longitude; all longitudes are positive in the original. */
const coordinates = {
  'New York City': [40.7128, 74.006],
  'San Francisco': [37.7749, 122.4194],
  London: [51.5074, 0.1278],
  Paris: [48.8566, 2.3522],
  Tokyo: [35.6762, 139.6503],
} as const;

type Place = keyof typeof coordinates;

const weather: { readonly [place in Place]: readonly [number, number, string] } = {
  'New York City': [10, 0.5, 'Clear'],
  'San Francisco': [20, 0.8, 'Cloudy'],
  London: [5, 0.9, 'Rainy'],
  Paris: [15, 0.7, 'Sunny'],
  Tokyo: [25, 0.6, 'Rainy'],
};

const places = Object.keys(coordinates) as Place[];

const geocodes = new PyDict(
  places.map((place) => {
    const [latitude, longitude] = coordinatesOf(place);
    return [place, dict({ latitude, longitude })];
  }),
);

const weatherAt = new PyDict(
  places.map((place) => {
    const [temperature, humidity, description] = weather[place];
    return [
      new PyTuple(coordinatesOf(place)),
      dict({ temperature, humidity: new PyFloat(humidity), description }),
    ];
  }),
);

const restaurants = (
  [
    ['A', 'New York City'],
    ['B', 'San Francisco'],
    ['C', 'New York City'],
    ['D', 'San Francisco'],
  ] as const
).map(([letter, place]) =>
  dict({ coordinates: new PyTuple(coordinatesOf(place)), name: `Restaurant ${letter}` }),
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
  call: ({ address }) => lookup(geocodes, address),
  check: exactNamed,
});

const getWeatherForCoordinates = defineApi({
  name: 'GetWeatherForCoordinates',
  parameters: { latitude: 'float', longitude: 'float' },
  record: { raises: true },
  call: ({ latitude, longitude }) => {
    const found = weatherAt.get(new PyTuple([latitude, longitude]));
    if (found === undefined) {
      throw new PyError('TypeError', "'NoneType' object is not subscriptable");
    }
    return found;
  },
  check: exact,
});

const nearbyRestaurants = defineApi({
  name: 'NearbyRestaurants',
  parameters: { latitude: 'float', longitude: 'float', distance: 'int' },
  // The same four wherever one is.
  call: () => dict({ restaurants }),
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

function coordinatesOf(place: Place): readonly [PyFloat, PyFloat] {
  const [latitude, longitude] = coordinates[place];
  return [new PyFloat(latitude), new PyFloat(longitude)];
}
