/** How do the account APIs behave: tokens, registration, passwords? */
import type { RandomStream } from '../../../../core/random.ts';
import { pyEquals } from '../../python/equality.ts';
import type { PyDict, PyValue } from '../../python/value.ts';
import { type ApiObject, type Arguments, defineApi, failure } from '../api.ts';
import { allOf, exact, notAnsweredWhereGoldFailed, sameException, sameInput } from '../compare.ts';
import { dict, lookup, subscript, withFields } from '../operations.ts';

const database = 'Account';
const unnamed = { named: false } as const;
/** The code that the original always sends. */
const verificationCode = 970420;
// Letters are drawn from both cases and then lowered, so each is twice as likely as a digit.
const tokenAlphabet = `${'abcdefghijklmnopqrstuvwxyz'.repeat(2)}0123456789`;
const tokenLength = 18;

const getUserToken = defineApi({
  name: 'GetUserToken',
  database,
  parameters: { username: 'str', password: 'str' },
  call: ({ username, password }, object) => {
    const account = object.rows().get(username);
    if (account === undefined) throw failure('The username does not exist.');
    if (!pyEquals(subscript(account, 'password'), password)) {
      throw failure('The password is incorrect.');
    }
    return dict({ token: subscript(account, 'token') });
  },
  check: exact,
});

const checkToken = defineApi({
  name: 'CheckToken',
  database,
  parameters: { token: 'str' },
  record: unnamed,
  call: ({ token }, object) => dict({ username: object.userOf(token) }),
  check: exact,
});

const registerUser = defineApi({
  name: 'RegisterUser',
  database,
  parameters: { username: 'str', password: 'str', email: 'str' },
  record: unnamed,
  call: ({ username, password, email }, object) => {
    if (object.rows().has(username)) throw failure('The username already exists.');
    const token = newToken(object.random());
    object.ownRows().set(username, dict({ password, token, email }));
    return dict({ token });
  },
  check: allOf(notAnsweredWhereGoldFailed, sameInput, sameException),
});

const deleteAccount = defineApi({
  name: 'DeleteAccount',
  database,
  parameters: { token: 'str' },
  record: unnamed,
  call: ({ token }, object) => {
    const user = object.userOf(token);
    if (!object.rows().has(user)) throw failure('No such user.');
    object.ownRows().delete(user);
    return dict({ status: 'success' });
  },
  check: exact,
});

const modifyPassword = defineApi({
  name: 'ModifyPassword',
  database,
  parameters: { token: 'str', old_password: 'str', new_password: 'str' },
  call: (args, object) => {
    const user = object.userOf(args.token);
    const account = lookup(object.rows(), user);
    if (!pyEquals(subscript(account, 'password'), args.old_password)) {
      throw failure('The old password is incorrect.');
    }
    setPassword(object, user, args.new_password);
    return dict({ status: 'success' });
  },
  check: exact,
});

const forgotPasswordParameters = {
  status: 'str',
  username: 'str*',
  email: 'str*',
  verification_code: 'int*',
  new_password: 'str*',
} as const;

type ForgotPasswordArguments = Arguments<typeof forgotPasswordParameters>;

const forgotPassword = defineApi({
  name: 'ForgotPassword',
  database,
  parameters: forgotPasswordParameters,
  record: unnamed,
  call: (args, object) => {
    if (args.status === 'Forgot Password') return sendCode(args, object);
    if (args.status === 'Verification Code') return resetPassword(args, object);
    throw failure("The status is only 'Forgot Password' or 'Verification Code'.");
  },
  check: exact,
});

export const accountApis = [
  getUserToken,
  checkToken,
  registerUser,
  deleteAccount,
  modifyPassword,
  forgotPassword,
];

function sendCode({ username, email }: ForgotPasswordArguments, object: ApiObject): PyValue {
  if (username === undefined || email === undefined) {
    throw failure('The username and email are required for the first call.');
  }
  const account = object.rows().get(username);
  if (account === undefined) throw failure('The username does not exist.');
  if (!pyEquals(subscript(account, 'email'), email)) throw failure('The email is incorrect.');
  object.memory.set('username', username);
  return verificationCode;
}

function resetPassword(args: ForgotPasswordArguments, object: ApiObject): PyValue {
  const username = object.memory.get('username');
  if (username === undefined) {
    throw failure("You need to call the API with status 'Forgot Password' at first.");
  }
  if (args.new_password === undefined || args.verification_code === undefined) {
    throw failure('The new password and verification code are required for the second call.');
  }
  if (!pyEquals(args.verification_code, verificationCode)) {
    throw failure('The verification code is incorrect.');
  }
  setPassword(object, username, args.new_password);
  return 'success';
}

function setPassword(object: ApiObject, user: PyValue, password: PyValue): void {
  const rows: PyDict = object.ownRows();
  rows.set(user, withFields(lookup(rows, user), { password }));
}

function newToken(random: RandomStream): string {
  return Array.from({ length: tokenLength }, () =>
    tokenAlphabet.charAt(random.integer(tokenAlphabet.length)),
  ).join('');
}
