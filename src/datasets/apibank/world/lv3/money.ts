/** How do the level-3 APIs about salary and tax behave? */
import { pyEquals } from '../../python/equality.ts';
import { PyFloat } from '../../python/value.ts';
import { defineApi, failure } from '../api.ts';
import { allOf, exactNamed, field, sameArguments, sameException } from '../compare.ts';
import { dict, subscript } from '../operations.ts';

/** Occupation → yearly pay. */
const salaries = dict({
  'Financial Analyst': 100_000,
  'Software Engineer': 120_000,
  'Data Scientist': 150_000,
  'Product Manager': 130_000,
  Doctor: 200_000,
});

/** Salary from which a rate holds → rate on the whole salary. */
const taxRates: readonly (readonly [number, number])[] = [
  [Number.POSITIVE_INFINITY, 0.4],
  [5000, 0.3],
  [3000, 0.2],
  [1000, 0.1],
  [0, 0],
];

const getOccupationSalary = defineApi({
  name: 'GetOccupationSalary',
  parameters: { occupation: 'str' },
  database: 'PlanSalaries',
  initialRows: salaries,
  call: ({ occupation }, { rows }) => {
    const salary = rows().get(occupation);
    if (salary === undefined) throw failure('The occupation is not in the database.');
    return dict({ salary });
  },
  check: exactNamed,
});

const taxCalculator = defineApi({
  name: 'TaxCalculator',
  parameters: { salary: 'float' },
  call: (args) => {
    const salary = (args.salary as PyFloat).value;
    const rate = taxRates.find(([threshold]) => salary >= threshold)?.[1];
    if (rate === undefined) throw failure('');
    return dict({ salary_after_tax: new PyFloat(salary - salary * rate) });
  },
  check: allOf(
    sameArguments('salary'),
    (result, gold) =>
      pyEquals(
        subscript(field(result, 'output'), 'salary_after_tax'),
        subscript(field(gold, 'output'), 'salary_after_tax'),
      ),
    sameException,
  ),
});

export const moneyApis = [getOccupationSalary, taxCalculator];
