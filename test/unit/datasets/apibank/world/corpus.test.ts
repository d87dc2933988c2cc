/** Does the world answer and compare as the original Python did, row by row? */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Json } from '../../../../../src/core/json.ts';
import type { LevelSet } from '../../../../../src/datasets/apibank/data/catalog.ts';
import { decodeValue, encodeValue } from '../../../../../src/datasets/apibank/python/convert.ts';
import { pyRepr } from '../../../../../src/datasets/apibank/python/repr.ts';
import { PyDict, type PyValue } from '../../../../../src/datasets/apibank/python/value.ts';
import type { Databases } from '../../../../../src/datasets/apibank/world/databases.ts';
import {
  createWorld,
  declaredSignatures,
} from '../../../../../src/datasets/apibank/world/manager.ts';
import { corpusPath, describeWithCorpus, readJsonLines } from '../../../../support/shared.ts';
import { type Call, loadDatabases, outcome, run, sorted } from './corpus-support.ts';

interface CallRow extends Call {
  readonly row: number;
  readonly level_set: LevelSet;
  readonly setup?: readonly Call[];
  readonly output: Json;
  readonly raised: string | null;
  readonly changed_databases: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly nondeterministic?: readonly string[];
  readonly external_dependency?: true;
}

interface CheckRow {
  readonly level_set: LevelSet;
  readonly api: string;
  readonly response_row: number;
  readonly groundtruth_row: number;
  readonly verdict: boolean;
  readonly raised: string | null;
}

interface CatalogEntry {
  readonly name: string;
  readonly level_set: LevelSet;
  readonly input_parameters: Readonly<Record<string, { readonly type: string }>>;
  readonly call_parameters: readonly {
    readonly name: string;
    readonly kind: string;
    readonly required: boolean;
  }[];
}

/** Its argument is the float 1.0, which JSON.parse gives as an int and which shows in the error text. */
const unreadableRow = 1545;

/** Rows that ran a service, a search index or a model. */
const external = 'needs a service that this world does not have';

describeWithCorpus('direct calls', 'apibank/calls.jsonl.gz', (path) => {
  const databases = loadDatabases();
  const rows = readJsonLines<CallRow>(path);

  it('gives the recorded result or error', () => {
    const differences = rows.flatMap((row) => {
      if (row.row === unreadableRow) return [];
      const { answer } = replay(row, databases);
      const expected = row.raised ?? encoded(row.output, row);
      if (row.external_dependency && typeof answer === 'string' && answer.includes(external)) {
        return [];
      }
      return JSON.stringify(sorted(answer)) === JSON.stringify(sorted(expected))
        ? []
        : [{ row: row.row, api: row.api, kwargs: row.kwargs, answer, expected }];
    });
    expect(differences).toEqual([]);
    expect(rows.length).toBe(1843);
  });

  it('changes the databases as recorded', () => {
    let compared = 0;
    const differences = rows.flatMap((row) => {
      const { before, after } = replay(row, databases);
      if (before === null || after === null || row.nondeterministic) return [];
      compared += 1;
      // What ForgotPassword remembers is no database; it shows in the second call.
      const expected = Object.entries(row.changed_databases).filter(
        ([name]) => !/\.(?:username|verification_code)$/.test(name),
      );
      const actual = databaseChanges(before, after);
      const wanted = expected[0]?.[1] ?? {};
      return JSON.stringify(sorted(actual)) === JSON.stringify(sorted(wanted))
        ? []
        : [{ row: row.row, api: row.api, actual, wanted }];
    });
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(900);
  });
});

describeWithCorpus('comparisons', 'apibank/checks.jsonl.gz', (path) => {
  it('gives the recorded verdict or error', () => {
    const databases = loadDatabases();
    const calls = readJsonLines<CallRow>(corpusPath('apibank/calls.jsonl.gz') as string);
    // A row compared with itself shares its objects, as a deep copy in Python does; only NaN can tell.
    const records = calls.map((row) => decodeValue(row.output));
    const checks = readJsonLines<CheckRow>(path);
    const differences = checks.flatMap((row) => {
      const world = createWorld({ levelSet: row.level_set, databases });
      const result = records[row.response_row] as PyValue;
      const gold = records[row.groundtruth_row] as PyValue;
      const verdict = outcome(() => world.check(row.api, result, gold));
      const expected = row.raised ?? row.verdict;
      return verdict === expected ? [] : [{ ...row, verdict }];
    });
    expect(differences).toEqual([]);
    expect(checks.length).toBe(8079);
  });
});

describeWithCorpus('signatures', 'apibank/data/api_catalog.json', (path) => {
  it('declares the parameters of all 75 classes', () => {
    const catalog = JSON.parse(readFileSync(path, 'utf8')) as CatalogEntry[];
    const declared = { base: declaredSignatures('base'), lv3: declaredSignatures('lv3') };
    for (const entry of catalog) {
      const parameters = declared[entry.level_set][entry.name] ?? {};
      expect(Object.entries(parameters), entry.name).toEqual(catalogParameters(entry));
    }
    expect(catalog.length).toBe(75);
    const count = Object.keys(declared.base).length + Object.keys(declared.lv3).length;
    expect(count).toBe(75);
  });
});

function catalogParameters(entry: CatalogEntry): [string, string][] {
  return Object.entries(entry.input_parameters).map(([name, { type }]) => {
    const parameter = entry.call_parameters.find((candidate) => candidate.name === name);
    if (parameter === undefined) return [name, `${type}*`];
    return [name, parameter.required ? type : `${type}?`];
  });
}

function replay(
  row: CallRow,
  databases: Databases,
): { answer: Json; before: PyDict | null; after: PyDict | null } {
  const world = createWorld({ levelSet: row.level_set, databases });
  for (const call of row.setup ?? []) run(world, call);
  const content = world.database(row.api);
  const before = content === null ? null : new PyDict(content);
  const answer = outcome(() => encoded(encodeValue(run(world, row)), row));
  return { answer, before, after: world.database(row.api) };
}

/** The result without what is random in it. */
function encoded(output: Json, row: CallRow): Json {
  if (!row.nondeterministic || output === null || typeof output !== 'object') return output;
  const record = output as Readonly<Record<string, Json>>;
  return { ...record, output: record['output'] === null ? null : 'random' };
}

function databaseChanges(before: PyDict, after: PyDict): Json {
  const changes: Record<string, Record<string, Json>> = {};
  const label = (key: PyValue): string => (typeof key === 'string' ? key : `#int:${pyRepr(key)}`);
  const note = (kind: string, key: PyValue, value: PyValue): void => {
    changes[kind] = { ...changes[kind], [label(key)]: encodeValue(value) };
  };
  for (const [key, value] of after.entries()) {
    const known = before.get(key);
    if (known === undefined) note('added', key, value);
    else if (known !== value && pyRepr(known) !== pyRepr(value)) note('changed', key, value);
  }
  const removed = [...before.keys()].filter((key) => !after.has(key)).map(label);
  return removed.length === 0 ? changes : { ...changes, removed };
}
