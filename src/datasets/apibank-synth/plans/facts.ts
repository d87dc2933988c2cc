/** What is true in the world of one dataset seed? */
import type { Json } from '../../../core/json.ts';
import type { RandomStream } from '../../../core/random.ts';
import { addDays, type Day, isoDate, isoMoment, type Time } from '../grammar/calendar.ts';
import { FIRST_NAMES } from '../grammar/names.ts';
import { drawCode, drawPeople } from '../grammar/people.ts';
import { synthStream } from '../version.ts';
import {
  AWAY,
  COMPANIES,
  FILMS,
  HERE,
  OCCUPATIONS,
  RESTAURANTS,
  ROOMS,
  SKIES,
  TOPICS,
  TOWNS,
} from './tables.ts';

export interface Town {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Flight {
  readonly source: string;
  readonly destination: string;
  readonly day: Day;
}

export interface Stay {
  readonly town: string;
  readonly from: Day;
  readonly to: Day;
}

export interface Login {
  readonly username: string;
  readonly password: string;
  /** `Mira Solberg`. */
  readonly full: string;
}

/** What errands may ask for; everything else stands in the databases only. */
export interface Facts {
  readonly towns: readonly Town[];
  readonly organizations: readonly string[];
  /** Everybody who belongs to an organization; each has a calendar and a whereabouts. */
  readonly colleagues: readonly string[];
  readonly occupations: readonly string[];
  readonly authors: readonly number[];
  readonly posts: readonly number[];
  /** Everybody with movie preferences and watched movies; nobody of them is a colleague. */
  readonly viewers: readonly string[];
  readonly genres: readonly string[];
  readonly logins: readonly Login[];
  readonly flights: readonly Flight[];
  readonly stays: readonly Stay[];
  readonly databases: { readonly [name: string]: Json };
}

/** How many of each a seed has. */
const COUNTS = { towns: 16, organizations: 12, viewers: 18, authors: 16, logins: 16, jobs: 18 };

export function drawFacts(datasetSeed: number): Facts {
  const stream = (topic: string): RandomStream => synthStream(datasetSeed, 'plan-facts', topic);
  const names = stream('names').shuffle(FIRST_NAMES);
  const teams = drawTeams(stream('teams'), names.slice(COUNTS.viewers));
  const colleagues = teams.flatMap(([, members]) => members);
  const towns = stream('towns').sample(TOWNS, COUNTS.towns);
  const viewers = names.slice(0, COUNTS.viewers);
  const people = drawPeople(stream('logins'), COUNTS.logins);
  const blog = drawPosts(stream('posts'));
  const trips = drawTrips(stream('trips'), towns);
  const salaries = drawSalaries(stream('salaries'));
  return {
    towns: towns.map(([name, latitude, longitude]) => ({ name, latitude, longitude })),
    organizations: teams.map(([name]) => name),
    colleagues,
    occupations: Object.keys(salaries),
    authors: Object.keys(blog.posts).map(Number),
    posts: Object.keys(blog.likes).map(Number),
    viewers,
    genres: Object.keys(FILMS),
    logins: people.map(({ username, password, full }) => ({ username, password, full })),
    ...trips.facts,
    databases: {
      PlanOrganizations: Object.fromEntries(teams),
      PlanWhereabouts: whereabouts(stream('whereabouts'), teams),
      PlanMeetings: calendars(stream('meetings'), teams),
      PlanUsers: users(stream('phones'), people),
      PlanPlaces: places(stream('weather'), towns),
      PlanRestaurants: restaurants(stream('restaurants'), towns),
      PlanSalaries: salaries,
      PlanPosts: blog.posts,
      PlanLikes: blog.likes,
      ...films(stream('films'), viewers),
      ...trips.databases,
    },
  };
}

type Team = readonly [name: string, members: readonly string[]];
type Rows = Readonly<Record<string, Json>>;

function drawTeams(random: RandomStream, names: readonly string[]): Team[] {
  let next = 0;
  return random.sample(COMPANIES, COUNTS.organizations).map((company) => {
    const size = 2 + random.integer(3);
    next += size;
    return [company, names.slice(next - size, next)];
  });
}

/** In every team somebody is here. */
function whereabouts(random: RandomStream, teams: readonly Team[]): Rows {
  const rows: [string, Json][] = [];
  for (const [, members] of teams) {
    const present = random.pick(members);
    for (const name of members) {
      const away = name !== present && random.integer(2) === 0;
      rows.push([name, random.pick(away ? AWAY : HERE)]);
    }
  }
  return Object.fromEntries(rows);
}

/** One or two meetings per team, which everybody of it attends. */
function calendars(random: RandomStream, teams: readonly Team[]): Rows {
  const topics = random.shuffle(TOPICS);
  const rooms = random.shuffle(ROOMS);
  const rows: [string, Json][] = [];
  let count = 0;
  for (const [, members] of teams) {
    const meetings = Array.from({ length: 1 + random.integer(2) }, () => {
      count += 1;
      return {
        meeting_id: 100 + count * 7,
        meeting_name: topics[count] ?? '',
        meeting_time: isoMoment(drawDay(random), drawTime(random)),
        meeting_location: rooms[count] ?? '',
        meeting_attendees: members,
      };
    });
    for (const name of members) rows.push([name, meetings]);
  }
  return Object.fromEntries(rows);
}

function users(
  random: RandomStream,
  people: readonly { readonly username: string; readonly password: string }[],
): Rows {
  return Object.fromEntries(
    people.map(({ username, password }) => [
      username,
      { password, phone: `555${String(random.integer(10_000_000)).padStart(7, '0')}` },
    ]),
  );
}

function places(random: RandomStream, towns: typeof TOWNS): Rows {
  return Object.fromEntries(
    towns.map(([name, latitude, longitude]) => {
      const temperature = random.integer(36) - 4;
      const humidity = (31 + random.integer(65)) / 100;
      return [
        name,
        { latitude, longitude, temperature, humidity, description: random.pick(SKIES) },
      ];
    }),
  );
}

function restaurants(random: RandomStream, towns: typeof TOWNS): Rows {
  return Object.fromEntries(
    random.sample(RESTAURANTS, 4).map((name) => {
      const [, latitude, longitude] = random.pick(towns);
      return [name, [latitude, longitude]];
    }),
  );
}

/** Yearly pay in full thousands, and no fraction left after tax. */
function drawSalaries(random: RandomStream): Readonly<Record<string, number>> {
  return Object.fromEntries(
    random
      .sample(OCCUPATIONS, COUNTS.jobs)
      .map((occupation) => [occupation, 24_000 + 1000 * random.integer(70)]),
  );
}

function drawPosts(random: RandomStream): {
  posts: Readonly<Record<string, readonly number[]>>;
  likes: Readonly<Record<string, number>>;
} {
  const posts: [string, number[]][] = [];
  const likes: [string, number][] = [];
  let post = 1000 + random.integer(500);
  for (let author = 0; author < COUNTS.authors; author += 1) {
    const own = Array.from({ length: 2 + random.integer(3) }, () => {
      post += 1 + random.integer(40);
      likes.push([String(post), 11 + random.integer(480)]);
      return post;
    });
    posts.push([String(210 + author * 37 + random.integer(30)), own]);
  }
  return { posts: Object.fromEntries(posts), likes: Object.fromEntries(likes) };
}

function films(random: RandomStream, viewers: readonly string[]): { [name: string]: Rows } {
  const genres = Object.keys(FILMS);
  const titles = Object.values(FILMS).flat();
  return {
    PlanFilms: FILMS,
    PlanTastes: Object.fromEntries(
      viewers.map((name) => [name, random.sample(genres, 2 + random.integer(2))]),
    ),
    PlanWatched: Object.fromEntries(
      viewers.map((name) => [name, random.sample(titles, 2 + random.integer(3))]),
    ),
  };
}

function drawTrips(
  random: RandomStream,
  towns: typeof TOWNS,
): { facts: Pick<Facts, 'flights' | 'stays'>; databases: { [name: string]: Rows } } {
  const names = towns.map(([name]) => name);
  const flights = names.flatMap((source) =>
    random
      .sample(
        names.filter((name) => name !== source),
        2,
      )
      .map((destination): Flight => ({ source, destination, day: drawDay(random) })),
  );
  const stays = names.map((town): Stay => {
    const from = drawDay(random);
    return { town, from, to: addDays(from, 8 + random.integer(8)) };
  });
  return {
    facts: { flights, stays },
    databases: {
      PlanFlights: Object.fromEntries(
        flights.map(({ source, destination, day }, index) => [
          drawCode(random, 2).toUpperCase() + String(index),
          { source, destination, date: isoDate(day) },
        ]),
      ),
      PlanHotels: Object.fromEntries(
        stays.map(({ town, from, to }, index) => [
          String(index),
          { destination: town, check_in_date: isoDate(from), check_out_date: isoDate(to) },
        ]),
      ),
    },
  };
}

export function drawDay(random: RandomStream): Day {
  return {
    year: 2024 + random.integer(4),
    month: 1 + random.integer(12),
    day: 1 + random.integer(28),
  };
}

/** Within office hours, at a quarter of an hour. */
export function drawTime(random: RandomStream): Time {
  return { hour: 8 + random.integer(9), minute: 15 * random.integer(4) };
}
