/** Which errands are about one person: films, account, address? */
import { listed, say } from '../../grammar/phrases.ts';
import { type Errand, outputList, outputText } from '../errand.ts';
import { ROOMS, STREETS, TOPICS } from '../tables.ts';
import { drawMeeting } from '../wording/moments.ts';
import { corrected, otherThan, request } from '../wording/request.ts';

const FILM_OPENINGS = [
  'Movie night is coming up.',
  'We always argue about what to watch.',
  'Popcorn is ready.',
  'It is raining, so we stay in.',
  'A birthday present is due.',
];

export const filmsForTaste: Errand = ({ random, facts, plan }) => {
  const name = random.pick(facts.viewers);
  const taste = plan.call('UserMoviePreferences', { user_name: name });
  plan.call('MovieRecommendations', { preferences: outputList(taste, 'preferences') });
  return request(random, {
    openings: FILM_OPENINGS,
    asks: [
      "Look up {name}'s movie preferences and recommend movies that fit (them|these genres).",
      'Which movies would you recommend to {name}? (Go by|Use) the preferences that are stored for movies.',
      'What genres of movies does {name} prefer? With all of them, get recommended movies.',
      'Find the favourite movie genres of {name} and suggest some movies from them.',
      'Recommend movies for {name}, based on the movie preferences you can look up.',
      '{name} has preferences when it comes to movies. Check these, then come back with movie suggestions for exactly those genres.',
    ],
    slots: { name: corrected(random, name, otherThan(random, facts.viewers, name)) },
  });
};

export const newFilmsForTaste: Errand = ({ random, facts, plan }) => {
  const name = random.pick(facts.viewers);
  const taste = plan.call('UserMoviePreferences', { user_name: name });
  plan.call('UserWatchedMovies', { user_name: name });
  plan.call('MovieRecommendations', { preferences: outputList(taste, 'preferences') });
  return request(random, {
    openings: FILM_OPENINGS,
    asks: [
      "Get {name}'s movie preferences, then the movies {name} has watched, and recommend movies by preference - I will strike out the watched ones myself.",
      'What are the movie preferences of {name}, which movies has {name} already watched, and which ones would you recommend from the preferred genres? In that order, please.',
      'For {name} I need three lists: preferred movie genres, watched movies, recommended movies for those genres.',
      'Check which movie genres {name} prefers and, after that, what movies {name} watched. Finish with recommendations for the genres.',
      'First the preferences of {name} for movies, second what movies were watched, third movie recommendations that match the preferences.',
      'Please recommend movies to {name}: look at the movie preferences, look at the movies watched so far, then suggest by genre.',
    ],
    slots: { name },
  });
};

export const filmsOfGenres: Errand = ({ random, facts, plan }) => {
  const name = random.pick(facts.viewers);
  const genres = random.sample(facts.genres, 1 + random.integer(2));
  plan.call('UserWatchedMovies', { user_name: name });
  plan.call('MovieRecommendations', { preferences: genres });
  return request(random, {
    openings: FILM_OPENINGS,
    asks: [
      'Which movies has {name} watched? After that, recommend movies of the genres {genres}.',
      'List the movies {name} has already watched and then get recommended movies for {genres}.',
      'I want to know what movies {name} watched. Next, suggest movies in this line: {genres}.',
      'Check the watched movies of {name}. Then, as {name} is in the mood for {genres}, recommend movies.',
      'Two lists, please: movies watched by {name}, and after it movie recommendations (for|from) {genres}.',
      'See which movies {name} knows from having watched them; then recommend some, genre by genre: {genres}.',
    ],
    slots: { name, genres: listed(genres) },
  });
};

export const whatFriendsWatched: Errand = ({ random, facts, plan }) => {
  const friends = random.sample(facts.viewers, 2 + random.integer(2));
  for (const name of friends) plan.call('UserWatchedMovies', { user_name: name });
  return request(random, {
    openings: FILM_OPENINGS,
    asks: [
      'Which movies have {friends} watched? One after the other, (please|as named).',
      'Get the watched movies of {friends}, in this order.',
      'I need to know what movies were watched by {friends}, person by person.',
      'We are {friends} tonight. Look up for each in turn the movies already watched.',
      'Tell me for {friends}, in the order I name them, which movies each has watched.',
      'List the movies that have been watched, separately for {friends}.',
    ],
    slots: { friends: listed(friends) },
  });
};

const DESK_OPENINGS = [
  'I work at the help desk.',
  'A customer is on the line.',
  'I moved last month.',
  'Our records are out of date.',
  'The letter came back to us.',
];

function credentials(
  random: Parameters<typeof say>[0],
  { username, password }: { username: string; password: string },
): string[] {
  const slots = { username, password };
  return random.integer(2) === 0
    ? [
        say(
          random,
          ['The username is {username}.', 'Username: {username}.', 'The login is {username}.'],
          slots,
        ),
        say(
          random,
          ['The password is {password}.', 'Password: {password}.', 'As password use {password}.'],
          slots,
        ),
      ]
    : [
        say(
          random,
          [
            'Username {username}, password {password}.',
            'The username is {username} and the password is {password}.',
            'Log in as {username} with password {password}.',
          ],
          slots,
        ),
      ];
}

export const moveHouse: Errand = ({ random, facts, plan }) => {
  const login = random.pick(facts.logins);
  const { username, password } = login;
  const address = `${1 + random.integer(180)} ${random.pick(STREETS)}`;
  plan.call('AccountInfo', { username, password });
  plan.call('PersonalInfoUpdate', { username, password, address });
  return request(random, {
    openings: DESK_OPENINGS,
    asks: [
      'Show me the account information of {name} and then update the address in the personal info.',
      'Check the account info of {name} first; after that, change the personal information to the new address.',
      '{name} has moved. Look up the account, then update the personal data with the new address.',
      'Please retrieve the account details of {name}, and when you have them, change the address on file.',
      'For {name}: account information first, then an update of the personal address.',
      'I need to see what the account of {name} says, and next the address in the personal info has to be changed.',
    ],
    details: [
      ...credentials(random, login),
      say(
        random,
        [
          'The new address is {address}.',
          'New address: {address}.',
          'The address should become {address}.',
          'They now live at {address}.',
        ],
        {
          address: corrected(random, address, `${2 + random.integer(90)} ${random.pick(STREETS)}`),
        },
      ),
    ],
    slots: { name: login.full },
  });
};

/** The address of the mail stands in the account. */
export const mailTheCustomer: Errand = ({ random, facts, plan }) => {
  const login = random.pick(facts.logins);
  const { username, password } = login;
  const account = plan.call('AccountInfo', { username, password });
  const meeting = drawMeeting(random);
  const location = random.pick(ROOMS);
  const topic = random.pick(TOPICS);
  plan.call('EmailReminder', {
    content: `Reminder: ${topic}, ${location}.`,
    time: meeting.start,
    location,
    recipient: outputText(account, 'email'),
  });
  return request(random, {
    openings: DESK_OPENINGS,
    asks: [
      'Look up the account information of {name} and send an email reminder to the address on file: {topic}, {when}.',
      '{name} has an appointment with us, {topic}, {when}. Get the account info for the mail address and send a reminder email there.',
      'Please remind {name} by email of "{topic}", which begins {when}. The mail address is part of the account information.',
      'Find the email address in the account of {name}, then mail a reminder for {topic} {when} to it.',
      'We expect {name} for {topic} {when}. Check the account for an email address and have the email reminder sent to that one.',
      'Send {name} an email reminder about {topic} {when}; whatever address the account information shows is right.',
    ],
    details: [
      ...credentials(random, login),
      say(
        random,
        ['The location is {location}.', 'Location: {location}.', 'It takes place in {location}.'],
        {
          location: corrected(random, location, otherThan(random, ROOMS, location)),
        },
      ),
      ...meeting.notes,
    ],
    slots: { name: login.full, topic, when: meeting.since },
  });
};
