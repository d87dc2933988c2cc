/** How do the level-3 APIs behave that know users: accounts, posts, films? */
import { pyStr } from '../../python/repr.ts';
import { PyDict, type PyValue } from '../../python/value.ts';
import { defineApi, failure } from '../api.ts';
import { allOf, exactNamed, sameInput, sameOutput } from '../compare.ts';
import { dict, iterate, lookup } from '../operations.ts';

/** User name, password, phone number. */
const users = [
  ['John', '123456', '1234567890'],
  ['Mary', 'abcdef', '0987654321'],
  ['Peter', 'qwerty', '1231231234'],
  ['Tom', 'asdfgh', '4564564567'],
  ['Jerry', 'zxcvbn', '7897897890'],
] as const;

const preferencesOf = dict({
  John: ['Action', 'Comedy', 'Drama'],
  Mary: ['Comedy', 'Drama', 'Romance'],
  Peter: ['Action', 'Drama', 'Thriller'],
  Tom: ['Action', 'Comedy', 'Drama'],
  Jerry: ['Comedy', 'Drama', 'Romance'],
});

const trilogyLast = ['The Lord of the Rings', 'The Dark Knight', 'The Matrix'];
const trilogyMiddle = ['The Matrix', 'The Lord of the Rings', 'The Dark Knight'];
const watchedBy = dict({
  John: trilogyMiddle,
  Mary: trilogyLast,
  Peter: trilogyMiddle,
  Tom: trilogyLast,
  Jerry: trilogyMiddle,
});

const films = dict({
  Action: ['The Dark Knight', 'The Matrix', 'The Lord of the Rings'],
  Comedy: ['The Hangover', 'Knives Out', 'Deadpool'],
  Drama: ['The Shawshank Redemption', 'Forrest Gump', 'Joker'],
  Romance: ['Titanic', 'La La Land', 'The Notebook'],
  Thriller: ['Inception', 'Parasite', 'Get Out'],
});

const userCount = 5;
const postsPerUser = 3;
/** User number → its three posts. */
const posts = new PyDict(
  Array.from({ length: userCount }, (_, user) => [
    user + 1,
    Array.from({ length: postsPerUser }, (__, post) => user * postsPerUser + post + 1),
  ]),
);
/** Post number → likes. */
const likes = new PyDict(
  Array.from({ length: userCount * postsPerUser }, (_, post) => [post + 1, (post + 1) * 10]),
);

const accountInfo = defineApi({
  name: 'AccountInfo',
  parameters: { username: 'str', password: 'str' },
  call: ({ username, password }) => {
    const [name, , phone] = authenticated(username, password);
    return dict({ email: `${name.toLowerCase()}@example.com`, phone });
  },
  check: exactNamed,
});

const personalInfoUpdate = defineApi({
  name: 'PersonalInfoUpdate',
  parameters: { username: 'str', password: 'str', address: 'str' },
  // No API of this level shows an address.
  call: ({ username, password }) => {
    authenticated(username, password);
    return dict({ status: 'success' });
  },
  check: allOf(sameInput, sameOutput),
});

const userPosts = defineApi({
  name: 'UserPosts',
  parameters: { user_id: 'int' },
  call: ({ user_id }) => dict({ post_ids: lookup(posts, user_id) }),
  check: exactNamed,
});

const likeCount = defineApi({
  name: 'LikeCount',
  parameters: { post_id: 'int' },
  call: ({ post_id }) => {
    const count = likes.get(post_id);
    if (count === undefined) throw failure(`Post with ID ${pyStr(post_id)} does not exist.`);
    return dict({ like_count: count });
  },
  check: exactNamed,
});

const userMoviePreferences = defineApi({
  name: 'UserMoviePreferences',
  parameters: { user_name: 'str' },
  call: ({ user_name }) => dict({ preferences: lookup(preferencesOf, user_name) }),
  check: exactNamed,
});

const userWatchedMovies = defineApi({
  name: 'UserWatchedMovies',
  parameters: { user_name: 'str' },
  call: ({ user_name }) => {
    const watched = watchedBy.get(user_name);
    if (watched === undefined) throw failure('User not found.');
    return watched;
  },
  check: exactNamed,
});

const movieRecommendations = defineApi({
  name: 'MovieRecommendations',
  parameters: { preferences: 'list' },
  call: ({ preferences }) => {
    const recommended: PyValue[] = [];
    for (const genre of iterate(preferences)) recommended.push(...iterate(lookup(films, genre)));
    return dict({ recommended_movies: recommended });
  },
  check: exactNamed,
});

export const userApis = [
  accountInfo,
  personalInfoUpdate,
  userPosts,
  likeCount,
  userMoviePreferences,
  userWatchedMovies,
  movieRecommendations,
];

function authenticated(username: PyValue, password: PyValue): (typeof users)[number] {
  const user = users.find(([name, secret]) => name === username && secret === password);
  if (user === undefined) throw failure('User not found.');
  return user;
}
