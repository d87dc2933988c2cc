/** Which APIs of level 3 are about money, posts and films, and how are APIs found? */
import type { EntryDraft } from './entry.ts';

export const moneyAndPostEntries: readonly EntryDraft[] = [
  {
    name: 'Calculator',
    module: 'calculator',
    description: 'Works out a sum, difference, product or quotient of whole numbers.',
    inputs: {
      formula: [
        'str',
        'Whole numbers joined by +, -, * or /, in the order in which the request or the results name them; round brackets only where the order of operations needs them, as in (4+9+2)/3.',
      ],
    },
    outputs: { result: ['float', 'Value of the formula.'] },
  },
  {
    name: 'GetOccupationSalary',
    module: 'get_occupation_salary',
    database: 'PlanSalaries',
    description: 'Says what people in an occupation usually earn in a year before tax.',
    inputs: { occupation: ['str', 'Name of the occupation, spelled as in the request.'] },
    outputs: { salary: ['float', 'Pay for a year.'] },
  },
  {
    name: 'LikeCount',
    module: 'like_count',
    database: 'PlanLikes',
    description: 'Counts the likes that one post has collected.',
    inputs: { post_id: ['int', 'Number of the post.'] },
    outputs: { like_count: ['int', 'How many people like it.'] },
  },
  {
    name: 'MovieRecommendations',
    module: 'movie_recommandation',
    database: 'PlanFilms',
    description: 'Recommends movies to watch from a list of genres that somebody prefers.',
    inputs: { preferences: ['list', 'Genres, in the order in which they came up.'] },
    outputs: { recommended_movies: ['list', 'Titles, genre by genre.'] },
  },
  {
    name: 'TaxCalculator',
    module: 'tax_calculator',
    description: 'Takes the tax off a salary and returns what is left of it.',
    inputs: { salary: ['float', 'Pay before tax, as a plain number.'] },
    outputs: { salary_after_tax: ['float', 'Pay that remains after tax.'] },
    constructed: ['tax_rates'],
  },
  {
    name: 'ToolSearcher',
    module: 'tool_search',
    description: 'Looks through the library of APIs for the one that does what the keywords say.',
    inputs: { keywords: ['str', 'A few words that say what the wanted API does.'] },
    outputs: { best_matchs: ['Union[List[dict], dict]', 'The API found, with its description.'] },
    constructed: ['apis_dir'],
  },
  {
    name: 'UserMoviePreferences',
    module: 'users_movie_preference',
    database: 'PlanTastes',
    description: 'Tells which genres of movies a person has marked as favourites.',
    inputs: { user_name: ['str', 'First name of the person.'] },
    outputs: { preferences: ['list', 'Genres, most liked first.'] },
  },
  {
    name: 'UserPosts',
    module: 'user_posts',
    database: 'PlanPosts',
    description: 'Lists the numbers of all posts that a user has published.',
    inputs: { user_id: ['int', 'Number of the user.'] },
    outputs: { post_ids: ['list', 'Numbers of the posts, oldest first.'] },
  },
  {
    name: 'UserWatchedMovies',
    module: 'user_watched_movies',
    database: 'PlanWatched',
    description: 'Lists the movies that a person has already watched.',
    inputs: { user_name: ['str', 'First name of the person.'] },
    outputs: { watched_movies: ['list', 'Titles.'] },
  },
];
