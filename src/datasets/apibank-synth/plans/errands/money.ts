/** Which errands are about pay, tax and sums? */
import { say } from '../../grammar/phrases.ts';
import { type Errand, outputNumber } from '../errand.ts';
import { corrected, otherThan, request, withArticle } from '../wording/request.ts';

const JOB_OPENINGS = [
  'I am thinking about a change of career.',
  'My niece is choosing a profession.',
  'We are writing a job ad.',
  'There was a bet at lunch.',
  'I am comparing professions.',
];

/** `1,250` or `1250`. */
function spokenAmount(amount: number, grouped: boolean): string {
  const digits = String(amount);
  return grouped ? digits.replaceAll(/\B(?=(?:\d{3})+$)/gu, ',') : digits;
}

export const payAfterTax: Errand = ({ random, facts, plan }) => {
  const job = random.pick(facts.occupations);
  const pay = outputNumber(plan.call('GetOccupationSalary', { occupation: job }), 'salary');
  plan.call('TaxCalculator', { salary: pay });
  return request(random, {
    openings: JOB_OPENINGS,
    asks: [
      'Look up the salary (of|for) {job} and (work out|tell me) what is left of it after tax.',
      'What does {job} earn, and how much of that remains once the tax is (off|deducted)?',
      '(Find|Get) the usual salary for {job}. Then take the tax off it.',
      'How much salary after taxes does {job} take home in a year? You need the gross pay first.',
      'Please check what {job} makes in a year and deduct the tax from that salary.',
      'I would like the net salary for {job}: first the gross one, then minus tax.',
    ],
    slots: {
      job: corrected(
        random,
        withArticle(job),
        withArticle(otherThan(random, facts.occupations, job)),
      ),
    },
  });
};

/** What is left after tax is worked with. */
export const payPerMonth: Errand = ({ random, facts, plan }) => {
  const job = random.pick(facts.occupations);
  const pay = outputNumber(plan.call('GetOccupationSalary', { occupation: job }), 'salary');
  const net = outputNumber(plan.call('TaxCalculator', { salary: pay }), 'salary_after_tax');
  const rent = 50 * (80 + random.integer(160));
  const [formula, goal] = random.pick([
    [`${net}/12`, 'divide what remains by 12 to get a month'],
    [`${net}/52`, 'divide the rest by 52, so that I see a week'],
    [
      `${net}-${rent}`,
      `subtract a yearly rent of ${spokenAmount(rent, random.integer(2) === 0)} from the net amount`,
    ],
    [`${net}*3`, 'multiply what is left by 3, for three years'],
  ] as const);
  plan.call('Calculator', { formula });
  return request(random, {
    openings: JOB_OPENINGS,
    asks: [
      'Get the salary of {job}, take off the tax and {goal}.',
      'Find what {job} earns. Deduct tax from that salary. Then {goal}.',
      'Starting from the salary for {job}: calculate it after tax, and finally {goal}.',
      'What is the salary of {job}? From it remove the tax, then {goal} with the calculator.',
      'I need three numbers for {job}: the gross salary, the salary after tax, and the last one when you {goal}.',
      'Please look up the pay of {job}, run it through the tax calculation, and {goal}.',
    ],
    slots: { job: withArticle(job), goal },
  });
};

export const payGap: Errand = ({ random, facts, plan }) => {
  const [first, second] = random.sample(facts.occupations, 2) as [string, string];
  const [one, other] = [first, second].map((occupation) =>
    outputNumber(plan.call('GetOccupationSalary', { occupation }), 'salary'),
  ) as [number, number];
  const isSum = random.integer(3) === 0;
  plan.call('Calculator', { formula: isSum ? `${one}+${other}` : larger(one, other) });
  const slots = { first: withArticle(first), second: withArticle(second) };
  const asks = isSum
    ? [
        'Look up the salary of {first} and that of {second}, and add the two up.',
        'A couple works as {first} and {second}. Get both salaries in this order and (calculate|work out) the total.',
        'What do {first} and {second} earn? I need the sum of the two salaries as well.',
        'Find the salary for {first}, next the one for {second}, and tell me how much that is in total.',
        'How much money do {first} and {second} bring home together? Salary by salary, please, then the sum.',
        'Take the salaries of {first} and {second}, one after the other, and put them together with the calculator.',
      ]
    : [
        'Look up the salary of {first} and then of {second}, and calculate the difference, smaller from larger.',
        'Who earns more, {first} or {second}? Get the two salaries in this order and subtract the lower one from the higher one.',
        'What is the gap between the salary of {first} and that of {second}? Fetch both as named, then take the smaller number away from the bigger one.',
        'Compare pay: first {first}, then {second}. With both salaries known, calculate higher minus lower.',
        'I want to see the salary for {first} and the salary for {second}; next, the calculator should subtract the smaller of the two from the larger.',
        'Find what {first} makes, find what {second} makes, and compute the larger salary minus the smaller.',
      ];
  return request(random, { openings: JOB_OPENINGS, asks, slots });
};

function larger(one: number, other: number): string {
  return one >= other ? `${one}-${other}` : `${other}-${one}`;
}

const CLUB_OPENINGS = [
  'It is about my payslip.',
  'I signed a contract today.',
  'My raise came through.',
];

/** The pay is said, no occupation is. */
export const ownPayAfterTax: Errand = ({ random, plan }) => {
  const pay = 100 * (9 + random.integer(40)) * 10;
  const net = outputNumber(plan.call('TaxCalculator', { salary: pay }), 'salary_after_tax');
  const months = 2 + random.integer(10);
  plan.call('Calculator', { formula: `${net}*${months}` });
  const grouped = random.integer(2) === 0;
  const amount = corrected(random, spokenAmount(pay, grouped), spokenAmount(pay + 1000, grouped));
  return request(random, {
    openings: CLUB_OPENINGS,
    asks: [
      'My salary is {amount}. Take the tax off and multiply what is left by {months}.',
      'I get a salary of {amount} before tax. What remains, and how much is that times {months}?',
      'From a salary of {amount}, how much is left after tax? Calculate {months} times that afterwards.',
      'Please deduct the tax from my salary, which is {amount}, then work out the remainder times {months}.',
      'They pay me a salary of {amount} gross. Get the net amount, then have it multiplied by {months}.',
      'For a gross salary of {amount}: what is it after tax, and what does the net figure come to when multiplied by {months}?',
    ],
    slots: { amount, months },
  });
};

const BLOG_OPENINGS = [
  'I run the community page.',
  'Our photo contest ended.',
  'The marketing people want figures.',
  'I am writing the yearly report.',
  'A sponsor asked for numbers.',
];

export const likesOfUser: Errand = ({ random, facts, plan }) => {
  const user = random.pick(facts.authors);
  const ids = (plan.call('UserPosts', { user_id: user }) as { post_ids: readonly number[] })
    .post_ids;
  const counts = ids.map((post) =>
    outputNumber(plan.call('LikeCount', { post_id: post }), 'like_count'),
  );
  const isMean = random.integer(3) === 0;
  const sum = counts.join('+');
  plan.call('Calculator', { formula: isMean ? `(${sum})/${counts.length}` : sum });
  const wish = isMean
    ? ['the average per post', 'the mean number of likes per post']
    : [
        'the total number of likes',
        'the sum of all the likes',
        'how many likes that makes in total',
      ];
  return request(random, {
    openings: BLOG_OPENINGS,
    asks: [
      'Get the posts of user {user}, count the likes of each post and calculate {wish}.',
      'For the user with ID {user}: list the posts, look up the likes for every one of them, then work out {wish}.',
      'User ID {user} has a few posts. Check the like count of each, in the order they are listed, and compute {wish}.',
      'How popular is user number {user}? Find all posts, take the number of likes of each one, and (give me|calculate) {wish}.',
      'Please go through the posts of user {user} and fetch the like count one by one. With these numbers I need {wish}.',
      'I want {wish} for user {user}. That means: posts first, likes per post next, arithmetic last.',
    ],
    slots: {
      user: corrected(random, String(user), String(otherThan(random, facts.authors, user))),
      wish: random.pick(wish),
    },
  });
};

export const likesOfOnePost: Errand = ({ random, facts, plan }) => {
  const user = random.pick(facts.authors);
  const ids = (plan.call('UserPosts', { user_id: user }) as { post_ids: readonly number[] })
    .post_ids;
  const isNewest = random.integer(2) === 0;
  plan.call('LikeCount', { post_id: (isNewest ? ids.at(-1) : ids[0]) ?? 0 });
  return request(random, {
    openings: BLOG_OPENINGS,
    asks: [
      'Find the posts of user {user} and tell me the number of likes of the {which} one.',
      'How many likes does the {which} post of the user with ID {user} have? List the posts first.',
      'User ID {user}: get all posts, but count likes for the {which} only.',
      'Which posts did user {user} publish, and what is the like count of the {which} among them?',
      'Look through the posts of user number {user}; of these, the {which} post interests me - how many likes?',
      'I only care about the {which} post of user {user}. Get the list of posts to see its number, then its likes.',
    ],
    slots: { user, which: isNewest ? random.pick(['newest', 'latest', 'most recent']) : 'oldest' },
  });
};

export const twoPosts: Errand = ({ random, facts, plan }) => {
  const pair = random.sample(facts.posts, 2) as [number, number];
  const [one, other] = pair.map((post) =>
    outputNumber(plan.call('LikeCount', { post_id: post }), 'like_count'),
  ) as [number, number];
  const isSum = random.integer(2) === 0;
  plan.call('Calculator', { formula: isSum ? `${one}+${other}` : larger(one, other) });
  const wish = isSum
    ? say(random, ['add (them|the two numbers) up', 'calculate the total', 'work out the sum'])
    : say(random, [
        'subtract the smaller number from the larger',
        'calculate the difference, larger minus smaller',
      ]);
  return request(random, {
    openings: BLOG_OPENINGS,
    asks: [
      'Count the likes of post {first} and of post {second}, then {wish}.',
      'How many likes do the posts {first} and {second} have? Check both in this order and {wish}.',
      'Get the like count for post ID {first}. Do the same for post ID {second}. At the end, {wish}.',
      'Two posts matter: {first}, then {second}. Fetch the likes of each and {wish}.',
      'I have two post IDs here, {first} and {second}. Look up how many likes each one got; after that, {wish}.',
      'Post {first} against post {second}: number of likes for the one, number of likes for the other, and then {wish}.',
    ],
    slots: { first: pair[0], second: pair[1], wish },
  });
};
