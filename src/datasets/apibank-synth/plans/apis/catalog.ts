/** Which APIs does level 3 have, in our words? Names, parameters and constructors are those of the world. */
import type { ApiEntry } from '../../../apibank/data/catalog.ts';
import { moneyAndPostEntries } from './catalog-money.ts';
import { type EntryDraft, entryOf } from './entry.ts';

const MOMENT = 'in the pattern %Y-%m-%d %H:%M:%S';
const DAY = 'in the pattern %Y-%m-%d';

const PEOPLE: readonly EntryDraft[] = [
  {
    name: 'AccountInfo',
    module: 'account_info',
    database: 'PlanUsers',
    description: 'Shows the contact data kept for a customer account: mail address and telephone.',
    inputs: {
      username: ['str', 'Login name of the account.'],
      password: ['str', 'Secret word of the account, letter by letter.'],
    },
    outputs: {
      email: ['str', 'Mail address on file.'],
      phone: ['str', 'Telephone number on file.'],
    },
  },
  {
    name: 'AddMeeting',
    module: 'add_meeting',
    description:
      'Puts a new meeting with its topic, time, room and guests into the shared calendar.',
    inputs: {
      meeting_topic: ['str', 'What the meeting is about, in the words of the request.'],
      start_time: ['str', `Beginning of the meeting ${MOMENT}.`],
      end_time: ['str', `End of the meeting ${MOMENT}.`],
      location: ['str', 'Room or place of the meeting.'],
      attendees: ['list(str)', 'Names of the guests, in the order in which they came up.'],
    },
    outputs: { status: ['str', 'Whether the meeting was entered.'] },
  },
  {
    name: 'EmailReminder',
    module: 'email_reminder',
    description: 'Mails somebody a reminder of an event with its time and place.',
    inputs: {
      content: ['str', 'Text of the mail; free wording.'],
      time: ['str', `When the event begins, ${MOMENT}.`],
      location: ['str', 'Where the event is.'],
      recipient: ['str', 'Mail address that the reminder goes to.'],
    },
    outputs: { status: ['str', 'Whether the mail was handed over.'] },
  },
  {
    name: 'OrganizationMembers',
    module: 'organization_members',
    database: 'PlanOrganizations',
    description: 'Names everybody who belongs to a company, club or other organization.',
    inputs: { organization: ['str', 'The organization, by its full name.'] },
    outputs: { members: ['list', 'First names of those who belong to it.'] },
  },
  {
    name: 'PersonalInfoUpdate',
    module: 'update_account_info',
    database: 'PlanUsers',
    description: 'Changes the postal address in the personal data of a customer.',
    inputs: {
      username: ['str', 'Login name of the account.'],
      password: ['str', 'Secret word of the account, letter by letter.'],
      address: ['str', 'The new postal address as it is to be stored.'],
    },
    outputs: { status: ['str', 'Whether the change was saved.'] },
  },
  {
    name: 'QueryMeeting',
    module: 'query_meeting',
    database: 'PlanMeetings',
    description: 'Reads the calendar of one person and lists the meetings in it.',
    inputs: { user_name: ['str', 'Whose calendar, by first name.'] },
    outputs: {
      meetings: ['list', 'For each meeting its number, name, time, location and attendees.'],
    },
  },
  {
    name: 'TravelStatus',
    module: 'travel_status',
    database: 'PlanWhereabouts',
    description: 'Tells whether a colleague is travelling at present or where they work today.',
    inputs: { member_name: ['str', 'First name of one colleague.'] },
    outputs: { status: ['str', 'A few words on where the colleague is.'] },
  },
];

const PLACES: readonly EntryDraft[] = [
  {
    name: 'ClothingRecommendation',
    module: 'clothing_recommandation',
    description: 'Advises what to put on for a given temperature, dampness and sky.',
    inputs: {
      temperature: ['float', 'Air temperature in degrees Celsius.'],
      humidity: ['float', 'Humidity of the air in percent: a share of 0.64 is 64.'],
      weather_conditions: ['str', 'The sky in words, as a weather report puts it.'],
    },
    outputs: { clothing_options: ['list', 'Pieces of clothing that fit.'] },
  },
  {
    name: 'FlightSearch',
    module: 'flight_search',
    database: 'PlanFlights',
    description: 'Finds the planes that leave one city for another on a given day.',
    inputs: {
      source: ['str', 'City of departure.'],
      destination: ['str', 'City of arrival.'],
      travel_dates: ['str', `Day of departure ${DAY}.`],
    },
    outputs: { flights: ['list', 'Connections with departure and arrival; may be empty.'] },
  },
  {
    name: 'Geocoding',
    module: 'geocoding',
    database: 'PlanPlaces',
    description: 'Turns the name of a town or place into its coordinates on the map.',
    inputs: { address: ['str', 'Name of the town or place.'] },
    outputs: {
      latitude: ['float', 'Degrees north, negative for south.'],
      longitude: ['float', 'Degrees east, negative for west.'],
    },
  },
  {
    name: 'GetWeatherForCoordinates',
    module: 'get_weather',
    database: 'PlanPlaces',
    description: 'Reports the weather of the moment at a point given by its coordinates.',
    inputs: {
      latitude: ['float', 'Degrees north with all decimals, negative for south.'],
      longitude: ['float', 'Degrees east with all decimals, negative for west.'],
    },
    outputs: {
      temperature: ['float', 'Degrees Celsius.'],
      humidity: ['float', 'Humidity as a share between 0 and 1.'],
      description: ['str', 'The sky in a word or two.'],
    },
  },
  {
    name: 'HotelAvailability',
    module: 'hotel_availability',
    database: 'PlanHotels',
    description: 'Checks whether rooms are free in the hotels of a city for a stay.',
    inputs: {
      destination: ['str', 'City of the stay.'],
      check_in_date: ['str', `Day of arrival ${DAY}.`],
      check_out_date: ['str', `Day of departure ${DAY}.`],
    },
    outputs: { hotels: ['list', 'Houses with free rooms; may be empty.'] },
  },
  {
    name: 'NearbyRestaurants',
    module: 'nearby_restaurants',
    database: 'PlanRestaurants',
    description: 'Lists restaurants around a point that is given by its coordinates.',
    inputs: {
      latitude: ['float', 'Degrees north with all decimals, negative for south.'],
      longitude: ['float', 'Degrees east with all decimals, negative for west.'],
      distance: ['int', 'How far away they may be, in metres: 1.5 km are 1500.'],
    },
    outputs: { restaurants: ['list', 'Names and coordinates.'] },
  },
];

/** Every API of level 3, sorted by module. */
export function planCatalog(): readonly ApiEntry[] {
  return [...PEOPLE, ...PLACES, ...moneyAndPostEntries]
    .map(entryOf)
    .sort((left, right) => (left.module < right.module ? -1 : 1));
}
