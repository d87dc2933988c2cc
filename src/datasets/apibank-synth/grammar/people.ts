/** Who is talked about? Made-up people with names, accounts, passwords and addresses. */
import type { RandomStream } from '../../../core/random.ts';
import { FIRST_NAMES, LAST_NAMES } from './names.ts';

export interface Person {
  readonly first: string;
  readonly last: string;
  /** `Mira Solberg`. */
  readonly full: string;
  readonly username: string;
  readonly password: string;
  readonly email: string;
  /** What GetUserToken returns for the account. */
  readonly token: string;
}

const MAIL_HOSTS = [
  'postlane.org',
  'brightbox.net',
  'mailhaven.com',
  'quillmail.net',
  'northpost.org',
];
const PASSWORD_WORDS = [
  'amber',
  'basil',
  'cobalt',
  'drift',
  'ember',
  'fjord',
  'ginger',
  'harbor',
  'indigo',
  'juniper',
  'kettle',
  'lagoon',
  'maple',
  'nimbus',
  'orchid',
  'pepper',
  'quartz',
  'raven',
  'saffron',
  'thistle',
];
const TOKEN_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const TOKEN_LENGTH = 18;

/** One person; two draws may give the same one. */
export function drawPerson(random: RandomStream): Person {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  const number = 10 + random.integer(90);
  const lower = [first, last].map((name) => name.toLowerCase()) as [string, string];
  const username = random.pick([
    `${lower[0]}${number}`,
    `${lower[0]}_${lower[1]}`,
    `${lower[0].charAt(0)}${lower[1]}${number}`,
    `${first}${last}`,
  ]);
  const words = random.sample(PASSWORD_WORDS, 2);
  const password = random.pick([
    `${words[0]}-${words[1]}-${number}`,
    `${words[0]}${words[1]}${number}`,
    `${words[0]}!${number}`,
  ]);
  return {
    first,
    last,
    full: `${first} ${last}`,
    username,
    password,
    email: `${lower[0]}.${lower[1]}@${random.pick(MAIL_HOSTS)}`,
    token: drawCode(random, TOKEN_LENGTH),
  };
}

/** `count` people, 90 at most, who share neither first nor last name. */
export function drawPeople(random: RandomStream, count: number): Person[] {
  const people: Person[] = [];
  const taken = new Set<string>();
  while (people.length < count) {
    const person = drawPerson(random);
    if (taken.has(person.first) || taken.has(person.last)) continue;
    taken.add(person.first).add(person.last);
    people.push(person);
  }
  return people;
}

/** Small letters and digits that nobody confuses with each other. */
export function drawCode(random: RandomStream, length: number): string {
  return Array.from({ length }, () =>
    TOKEN_ALPHABET.charAt(random.integer(TOKEN_ALPHABET.length)),
  ).join('');
}
