/** What do descriptions of the account and bank APIs say? */
import type { ApiTexts } from './entry.ts';
import { TOKEN } from './forms.ts';

const STATUS = ['str', 'Outcome of the operation.'] as const;

export const ACCOUNT_TEXTS: { readonly [name: string]: ApiTexts } = {
  GetUserToken: {
    description: 'Signs a person in and hands out the access token that other services ask for.',
    inputs: {
      username: 'Name of the account, spelled as the person gives it.',
      password: 'Secret that belongs to the account, unchanged.',
    },
    outputs: { token: ['str', 'Access token for later calls.'] },
    database: 'Account',
  },
  CheckToken: {
    description: 'Tells whose access token this is.',
    inputs: { token: 'The access token in question, exactly as given.' },
    outputs: { username: ['str', 'Name of the account that holds the token.'] },
    database: 'Account',
  },
  RegisterUser: {
    description: 'Creates a new account for somebody who has none yet.',
    inputs: {
      username: 'Name that the new account shall have.',
      password: 'Secret that the new account shall have.',
      email: 'Mail address to be kept with the account.',
    },
    outputs: { token: ['str', 'Access token of the new account.'] },
    database: 'Account',
  },
  DeleteAccount: {
    description: 'Closes the account of the signed-in person for good.',
    inputs: { token: TOKEN },
    outputs: { status: STATUS },
    database: 'Account',
  },
  ModifyPassword: {
    description: 'Replaces the password of the signed-in person; the present one must be known.',
    inputs: {
      token: TOKEN,
      old_password: 'Password that is valid now.',
      new_password: 'Password that shall be valid from now on.',
    },
    outputs: { status: STATUS },
    database: 'Account',
  },
  ForgotPassword: {
    description:
      'Resets a lost password in two calls. The first call (status "Forgot Password") takes username and email and returns a code; the second (status "Verification Code") takes that code and the new password. Leave out what a call does not take.',
    inputs: {
      status: 'Either "Forgot Password" for the first call or "Verification Code" for the second.',
      username: 'First call only: name of the account.',
      email: 'First call only: mail address that is kept with the account.',
      verification_code: 'Second call only: the number that the first call returned.',
      new_password: 'Second call only: password that shall be valid from now on.',
    },
    outputs: { status: ['str', 'The code after the first call, the outcome after the second.'] },
    database: 'Account',
  },
  QueryBalance: {
    description: 'Tells how much money the signed-in person has in the bank.',
    inputs: { token: TOKEN },
    outputs: { balance: ['float', 'Money in the account.'] },
    database: 'Bank',
  },
  OpenBankAccount: {
    description: 'Opens an account at the bank for a new customer.',
    inputs: {
      account: 'Name by which the bank account will be known.',
      password: 'Secret that protects the bank account.',
      name: 'First and last name of the customer.',
    },
    outputs: { status: STATUS },
  },
  Calculator: {
    description:
      'Works out a sum of whole numbers with +, -, *, / and one level of parentheses. For example (7+5)*3.',
    inputs: {
      formula:
        'The expression with numbers and operators in the order in which they are said, digits only, parentheses where something is worked out first.',
    },
    outputs: { result: ['float', 'Value of the expression.'] },
  },
};
