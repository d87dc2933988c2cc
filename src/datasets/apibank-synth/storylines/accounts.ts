/** What do people want of their accounts, of the bank, and to have worked out? */
import type { JsonObject } from '../../../core/json.ts';
import type { RandomStream } from '../../../core/random.ts';
import { detail } from '../dialogues/details.ts';
import type { Detail, Goal, Storyline } from '../dialogues/goal.ts';
import { drawPerson, type Person } from '../grammar/people.ts';
import { numberWord } from '../grammar/spoken-time.ts';

const USERNAME = {
  noun: 'username',
  clauses: ['with the username {value}', 'under the user name {value}', 'for {value}'],
};

function password(said: string, noun = 'password', slip: string | null = null): Detail {
  return detail({
    noun,
    said,
    slip,
    clauses: [`with the ${noun} "{value}"`],
    statements: ['The {noun} is "{value}".', 'The {noun}: {value}', 'As {noun} take "{value}".'],
    answers: ['{value}', 'It is {value}'],
  });
}

function email(person: Person): Detail {
  return detail({
    noun: 'email',
    said: person.email,
    clauses: ['with the email {value}', 'with the mail address {value}'],
    questions: ['Which email address (belongs to it|should I note)?', 'And the mail address?'],
    answers: ['{value}', 'It is {value}'],
  });
}

const getToken: Storyline = ({ owner }) => {
  const { username, password: secret } = owner.person;
  return [
    {
      api: 'GetUserToken',
      requests: [
        'I need (an|my) access token{details}.',
        '(Could|Can) you fetch the token for my account{details}?',
        'Please get me the login token{details}.',
        'How do I get hold of my token? I want it{details}.',
        'My app asks for an access token. Please sign me in{details}.',
        'Sign me in{details} and tell me the token, please.',
      ],
      details: [detail({ ...USERNAME, said: username }), password(secret)],
      done: ['You are signed in; the token is in your hands.', 'I have your token.'],
      arguments: () => ({ username, password: secret }),
    },
  ];
};

const checkToken: Storyline = ({ owner }) => {
  const { token } = owner.person;
  return [
    {
      api: 'CheckToken',
      requests: [
        'I found an access token{details} and wonder whose it is.',
        '(Could|Can) you tell who owns an access token{details}?',
        'Which account belongs to a token{details}?',
        'Please look up the owner of an access token{details}.',
        'Somebody left a token in our wiki{details}. Who does it belong to?',
        'I want to know which user holds the token{details}.',
      ],
      details: [
        detail({
          noun: 'token',
          said: token,
          clauses: ['reading {value}', 'that goes {value}'],
          answers: ['{value}', 'It reads {value}'],
        }),
      ],
      done: ['Found the owner.', 'That token has an owner, I have the name.'],
      arguments: () => ({ token }),
    },
  ];
};

const register: Storyline = ({ random }) => {
  const person = drawPerson(random);
  const { username, password: secret, email: mail } = person;
  const other = drawPerson(random);
  return [
    {
      api: 'RegisterUser',
      requests: [
        'I am new here and want (an account|to register){details}.',
        '(Could|Can) you create an account{details}?',
        'Please sign me up{details}.',
        'I would like to register{details}.',
        'Set up a new account{details} for me, please.',
        'My cousin needs an account. Please register it{details}.',
      ],
      details: [
        detail({ ...USERNAME, said: username, slip: other.username }),
        password(secret),
        email(person),
      ],
      done: ['The account exists now.', 'Registered. Welcome!'],
      arguments: () => ({ username, password: secret, email: mail }),
      introduced: 'never',
    },
  ];
};

const deleteAccount: Storyline = () => [
  {
    api: 'DeleteAccount',
    requests: [
      'I want to close my account{details}.',
      '(Could|Can) you delete my account for good?',
      'Please remove my account, I (no longer|do not) use it.',
      'Time to say goodbye: (close|delete) my account, please.',
      'How do I get rid of my account? Please delete it.',
      'I am leaving. Erase my account, please.',
    ],
    details: [],
    done: ['Your account is gone. Goodbye!', 'The account has been closed.'],
    arguments: () => ({}),
    introduced: 'always',
  },
];

const modifyPassword: Storyline = ({ random, owner }) => {
  const present = owner.person.password;
  const next = drawPerson(random).password;
  return [
    {
      api: 'ModifyPassword',
      requests: [
        'I want to change my password{details}.',
        '(Could|Can) you give my account a new password?',
        'Please replace my password{details}.',
        'My password is too old, please change it.',
        'Time for a new password{details}, please.',
        'Somebody saw my password. I want another one{details}.',
      ],
      details: [
        password(present, 'old password'),
        password(next, 'new password', drawPerson(random).password),
      ],
      done: ['From now on the new password counts.', 'The password is changed.'],
      arguments: () => ({ old_password: present, new_password: next }),
    },
  ];
};

const forgotPassword: Storyline = ({ random, owner }) => {
  const { person } = owner;
  const { username, email: mail } = person;
  const next = drawPerson(random).password;
  const first: Goal = {
    api: 'ForgotPassword',
    requests: [
      'I forgot my password{details}.',
      'My password slipped my mind. (Could|Can) you help me{details}?',
      'Please reset my lost password{details}.',
      'I cannot get in any more, the password is gone{details}.',
      '(Could|Can) you start a password reset{details}?',
      'Help, I do not know my password any more{details}.',
    ],
    details: [detail({ ...USERNAME, said: username }), email(person)],
    done: ['I have a verification code: {output}.', 'The code {output} has been sent.'],
    arguments: () => ({ status: 'Forgot Password', username, email: mail }),
  };
  const second: Goal = {
    api: 'ForgotPassword',
    requests: [
      '(use that code|take the code) to finish the reset{details}.',
      'please finish the reset with that code{details}.',
      'go on with this code, I want to be able to log in again{details}.',
      'now that there is a code, complete the reset{details}, please.',
    ],
    details: [password(next, 'new password', drawPerson(random).password)],
    done: ['You can log in with the new password.', 'The reset is complete.'],
    arguments: (earlier) => ({
      status: 'Verification Code',
      verification_code:
        earlier.findLast(({ apiName }) => apiName === 'ForgotPassword')?.result.output ?? null,
      new_password: next,
    }),
  };
  return [first, second];
};

const balance: Storyline = () => [
  {
    api: 'QueryBalance',
    requests: [
      'How much money (is left|do I have) in my bank account?',
      '(Could|Can) you check my bank balance?',
      'Please tell me the balance of my account.',
      'What does my bank account (say|look like)?',
      'I want to know if I can afford a bicycle: what is my balance?',
      'Am I broke? (Look up|Check) my balance, please.',
    ],
    details: [],
    done: ['There are {output} in your account.', 'The balance is {output}.'],
    arguments: () => ({}),
    introduced: 'always',
  },
];

const openAccount: Storyline = ({ random, records }) => {
  const person = random.pick(records.strangers);
  const draft = drawPerson(random);
  const account = `${person.last.toLowerCase()}-${100 + random.integer(900)}`;
  return [
    {
      api: 'OpenBankAccount',
      requests: [
        'I would like to open a bank account{details}.',
        '(Could|Can) you open an account at the bank{details}?',
        'Please open a bank account{details}.',
        'We need a new bank account{details}.',
        'I want to become a customer of the bank{details}.',
        'Set up a bank account{details}, please.',
      ],
      details: [
        detail({
          noun: 'account name',
          said: account,
          slip: `${person.last.toLowerCase()}-${100 + random.integer(900)}`,
          clauses: ['called {value}', 'with the account name {value}'],
        }),
        password(draft.password),
        detail({
          noun: 'name of the customer',
          said: person.full,
          slip: `${person.first} ${draft.last}`,
          clauses: ['for {value}', 'in the name of {value}'],
          questions: ["What is the customer's name?", 'Who is the customer, first and last name?'],
        }),
      ],
      done: ['The bank account is open.'],
      arguments: () => ({ account, password: draft.password, name: person.full }),
      introduced: 'never',
    },
  ];
};

const OPERATORS: readonly (readonly [sign: string, word: string])[] = [
  ['+', 'plus'],
  ['-', 'minus'],
  ['*', 'times'],
];

function drawFormula(random: RandomStream): { formula: string; said: string } {
  const [a, b, c] = [12, 3, 2].map((from) => from + random.integer(80)) as [number, number, number];
  const [sign, word] = random.pick(OPERATORS);
  const [other, otherWord] = random.pick(OPERATORS.slice(0, 2));
  return random.pick([
    { formula: `${a}${sign}${b}`, said: `${a} ${word} ${b}` },
    {
      formula: `${a}${other}${b}${sign === '*' ? '+' : sign}${c}`,
      said: `${a} ${otherWord} ${b} ${sign === '*' ? 'plus' : word} ${c}`,
    },
    {
      formula: `(${a}${other}${b})*${c}`,
      said: `${a} ${otherWord} ${b}, and all of that times ${c}`,
    },
    { formula: `${a}*${b}`, said: `${numberWord(a)} times ${b}` },
  ]);
}

const calculate: Storyline = ({ random }) => {
  const { formula, said } = drawFormula(random);
  return [
    {
      api: 'Calculator',
      requests: [
        'I need to work something out{details}.',
        '(Could|Can) you do a sum for me{details}?',
        'Please calculate something{details}.',
        'My head is spinning from numbers, do the sum{details}, please.',
        'The till is broken, so please calculate for me{details}.',
        'A bit of arithmetic{details}, please.',
      ],
      details: [
        detail({
          noun: 'sum',
          said,
          slip: drawFormula(random).said,
          clauses: [],
          statements: ['It is {value}.', 'What is {value}?', 'The sum is {value}.'],
          questions: ['What should I calculate?', 'Which numbers?'],
          answers: ['{value}.', '{value}, please.'],
        }),
      ],
      done: ['That makes {output}.', 'The result is {output}.'],
      arguments: (): JsonObject => ({ formula }),
      introduced: 'always',
    },
  ];
};

export const ACCOUNT_STORYLINES: { readonly [name: string]: Storyline } = {
  getToken,
  checkToken,
  register,
  deleteAccount,
  modifyPassword,
  forgotPassword,
  balance,
  openAccount,
  calculate,
};
