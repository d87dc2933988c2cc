/** How do the bank APIs behave? */
import { pyEquals } from '../../python/equality.ts';
import { PyError } from '../../python/error.ts';
import { PyDict } from '../../python/value.ts';
import { defineApi, failure } from '../api.ts';
import { allOf, exact, sameException, sameNormalized, sameOutput } from '../compare.ts';
import { dict, strip, subscript } from '../operations.ts';

const queryBalance = defineApi({
  name: 'QueryBalance',
  database: 'Bank',
  parameters: { token: 'str' },
  call: ({ token }, object) => {
    const account = object.rows().get(holder(token, object.userOf));
    if (account === undefined) throw failure('The user does not have an account.');
    return subscript(account, 'balance');
  },
  check: allOf(sameNormalized({ token: strip }), sameOutput, sameException),
});

const openBankAccount = defineApi({
  name: 'OpenBankAccount',
  parameters: { account: 'str', password: 'str', name: 'str' },
  initialRows: new PyDict([[1, dict({ account: 'test', password: 'test', name: 'test' })]]),
  call: ({ account, password, name }, object) => {
    for (const row of object.rows().values()) {
      if (pyEquals(subscript(row, 'account'), account)) return 'failed';
    }
    const rows = object.ownRows();
    rows.set(rows.size + 1, dict({ account, password, name }));
    return 'success';
  },
  check: exact,
});

export const bankApis = [queryBalance, openBankAccount];

/** Whatever is wrong with the token, the bank says the same. */
function holder<Token, User>(token: Token, userOf: (token: Token) => User): User {
  try {
    return userOf(token);
  } catch (error) {
    if (error instanceof PyError) throw failure('The token is incorrect.');
    throw error;
  }
}
