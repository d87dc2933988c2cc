/** How do the level-3 APIs behave that know users: accounts, posts, films? */
import { PyError } from '../../python/error.ts';
import { pyRepr, pyStr } from '../../python/repr.ts';
import { PyDict, type PyValue } from '../../python/value.ts';
import { defineApi, failure } from '../api.ts';
import { allOf, exactNamed, field, sameInput, sameOutput } from '../compare.ts';
import { dict, iterate, lookup } from '../operations.ts';

const users = dict({
  John: user('123456', '1234567890'),
  Mary: user('abcdef', '0987654321'),
  Peter: user('qwerty', '1231231234'),
  Tom: user('asdfgh', '4564564567'),
  Jerry: user('zxcvbn', '7897897890'),
});

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
  Array.from({ length: userCount }, (_, author) => [
    String(author + 1),
    Array.from({ length: postsPerUser }, (__, post) => author * postsPerUser + post + 1),
  ]),
);
/** Post number → likes. */
const likes = new PyDict(
  Array.from({ length: userCount * postsPerUser }, (_, post) => [
    String(post + 1),
    (post + 1) * 10,
  ]),
);

const accountInfo = defineApi({
  name: 'AccountInfo',
  parameters: { username: 'str', password: 'str' },
  database: 'PlanUsers',
  initialRows: users,
  call: (args, { rows }) => {
    const [name, found] = authenticated(rows(), args);
    const email = `${pyStr(name).toLowerCase()}@example.com`;
    return dict({ email, phone: field(found, 'phone') });
  },
  check: exactNamed,
});

const personalInfoUpdate = defineApi({
  name: 'PersonalInfoUpdate',
  parameters: { username: 'str', password: 'str', address: 'str' },
  database: 'PlanUsers',
  initialRows: users,
  // No API of this level shows an address.
  call: (args, { rows }) => {
    authenticated(rows(), args);
    return dict({ status: 'success' });
  },
  check: allOf(sameInput, sameOutput),
});

const userPosts = defineApi({
  name: 'UserPosts',
  parameters: { user_id: 'int' },
  database: 'PlanPosts',
  initialRows: posts,
  call: ({ user_id }, { rows }) => {
    const found = rows().get(pyStr(user_id));
    if (found === undefined) throw new PyError('KeyError', pyRepr(user_id));
    return dict({ post_ids: found });
  },
  check: exactNamed,
});

const likeCount = defineApi({
  name: 'LikeCount',
  parameters: { post_id: 'int' },
  database: 'PlanLikes',
  initialRows: likes,
  call: ({ post_id }, { rows }) => {
    const count = rows().get(pyStr(post_id));
    if (count === undefined) throw failure(`Post with ID ${pyStr(post_id)} does not exist.`);
    return dict({ like_count: count });
  },
  check: exactNamed,
});

const userMoviePreferences = defineApi({
  name: 'UserMoviePreferences',
  parameters: { user_name: 'str' },
  database: 'PlanTastes',
  initialRows: preferencesOf,
  call: ({ user_name }, { rows }) => dict({ preferences: lookup(rows(), user_name) }),
  check: exactNamed,
});

const userWatchedMovies = defineApi({
  name: 'UserWatchedMovies',
  parameters: { user_name: 'str' },
  database: 'PlanWatched',
  initialRows: watchedBy,
  call: ({ user_name }, { rows }) => {
    const watched = rows().get(user_name);
    if (watched === undefined) throw failure('User not found.');
    return watched;
  },
  check: exactNamed,
});

const movieRecommendations = defineApi({
  name: 'MovieRecommendations',
  parameters: { preferences: 'list' },
  database: 'PlanFilms',
  initialRows: films,
  call: ({ preferences }, { rows }) => {
    const recommended: PyValue[] = [];
    for (const genre of iterate(preferences)) recommended.push(...iterate(lookup(rows(), genre)));
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

function user(password: string, phone: string): PyDict {
  return dict({ password, phone });
}

/** The user's name and row. */
function authenticated(
  rows: PyDict,
  { username, password }: { readonly username: PyValue; readonly password: PyValue },
): readonly [PyValue, PyValue] {
  const found = [...rows.entries()].find(
    ([name, known]) => name === username && field(known, 'password') === password,
  );
  if (found === undefined) throw failure('User not found.');
  return found;
}
