/** Which jobs does a sweep file stand for, and what does it say that is wrong? */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/core/errors.ts';
import { expandSweep, type Sweep } from '../../../src/sweep/expand/expand-sweep.ts';
import { repositoryRoot } from '../../support/shared.ts';

const installation = {
  packageRoot: repositoryRoot,
  workingDirectory: '/somewhere',
  environment: {},
  memory: new Map<string, Promise<unknown>>(),
};

async function expand(text: string): Promise<Sweep> {
  return expandSweep(text, {
    file: 'study.yaml',
    installation,
    allowAnyCell: false,
    commandLine: (key) => `retry ${key}`,
  });
}

async function keys(text: string): Promise<string[]> {
  return (await expand(text)).jobs.map(({ key }) => key);
}

async function problems(text: string): Promise<string> {
  const failed = await expand(text).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ConfigError);
  return (failed as ConfigError).message;
}

describe('cells', () => {
  test('every combination once; what shares a seed baseline stands together', async () => {
    const text = `
matrix:
  methods: [gepa, maspo]
  topologies: [sequential, decentralized]
  seeds: [0, 1]
`;
    expect(await keys(text)).toEqual([
      'gepa/apibank/sequential/qwen/0',
      'maspo/apibank/sequential/qwen/0',
      'gepa/apibank/decentralized/qwen/0',
      'maspo/apibank/decentralized/qwen/0',
      'gepa/apibank/sequential/qwen/1',
      'maspo/apibank/sequential/qwen/1',
      'gepa/apibank/decentralized/qwen/1',
      'maspo/apibank/decentralized/qwen/1',
    ]);
  });

  test('a team of one is one cell, whatever sizes and formats there are', async () => {
    const text = `
matrix:
  methods: [gepa]
  topologies: [single, sequential]
  teamSizes: [2, 8]
  communications: [freeform, structured_soft]
`;
    expect(await keys(text)).toEqual([
      'gepa/apibank/single/qwen/0',
      'gepa/apibank/sequential/qwen/team-size-2.communication-freeform/0',
      'gepa/apibank/sequential/qwen/team-size-2.communication-structured_soft/0',
      'gepa/apibank/sequential/qwen/team-size-8.communication-freeform/0',
      'gepa/apibank/sequential/qwen/team-size-8.communication-structured_soft/0',
    ]);
  });

  test('include adds cells with the rest of the matrix, exclude takes some away', async () => {
    const text = `
matrix:
  methods: [gepa, maspo]
  topologies: [sequential]
  seeds: [0, 1]
include:
  - { method: credo, topology: [single, sequential], seed: 7 }
exclude:
  - { method: gepa, seed: 1 }
  - { method: credo, topology: single }
`;
    expect((await keys(text)).sort()).toEqual([
      'credo/apibank/sequential/qwen/7',
      'gepa/apibank/sequential/qwen/0',
      'maspo/apibank/sequential/qwen/0',
      'maspo/apibank/sequential/qwen/1',
    ]);
  });

  test('overrides are laid over the settings, the last one on top, options one by one', async () => {
    const { jobs } = await expand(`
matrix:
  methods: [gepa, maspo]
  topologies: [sequential]
settings: { budget: 100, race: true }
overrides:
  - when: { method: maspo }
    set: { budget: 200, options: { depth: 3, minibatch: 4 } }
  - when: { method: maspo, seed: 0 }
    set: { options: { depth: 5, weights: { local: 0.5 } } }
`);
    const [gepa, maspo] = jobs.map(({ request }) => request);
    expect([gepa?.budget, gepa?.racing?.race, gepa?.methodOptions]).toEqual([100, true, {}]);
    expect([maspo?.budget, maspo?.methodOptions]).toEqual([
      200,
      { depth: '5', minibatch: '4', 'weights.local': '0.5' },
    ]);
  });

  test('where nothing differs, the folder is the one of protocol run', async () => {
    const { jobs, root } = await expand(`
matrix: { methods: [gepa], topologies: [single], models: [Qwen/Qwen3.5-9B], splits: [stratified] }
settings: { budget: 600, maxCallRatio: 1, optimize: [topology, prompts], gate: { rule: strict } }
`);
    expect(root).toBe('/somewhere/runs');
    expect(jobs[0]?.request).toMatchObject({
      out: '/somewhere/runs/gepa/apibank/single/qwen/0',
      evaluationCache: '/somewhere/runs/.shared/evaluations',
      commandLine: 'retry gepa/apibank/single/qwen/0',
    });
    expect(jobs[0]?.request.gate).toBeUndefined();
  });

  test('other settings, other folder; the order in which they are written does not matter', async () => {
    const settings = [
      'budget: 40',
      'race: true',
      'abortHopeless: true',
      'rounds: 3',
      'splitSeed: 2',
      'datasetSeed: 7',
      'datasetSize: 600',
      'maxCallRatio: 2',
      'optimize: [prompts]',
      'answerMode: tools',
      'schedule: staged',
      'options: { depth: 3 }',
      'gate: { rule: paired }',
      'framework: langgraph',
      'task: replies',
      'space: wide',
    ];
    await fc.assert(
      fc.asyncProperty(fc.subarray(settings), fc.subarray(settings), async (one, other) => {
        const written = (lines: readonly string[]): string =>
          `matrix: { methods: [maspo], topologies: [sequential] }\nsettings: { ${lines.join(', ')} }\n`;
        const [left] = await keys(written(one));
        const [right] = await keys(written(other));
        expect(left === right).toBe(one.join() === other.join());
        const [again] = await keys(written([...one].reverse()));
        expect(again).toBe(left);
      }),
      { numRuns: 12 },
    );
  });

  test('a grid that grows keeps the names that it had', async () => {
    const before = await keys('matrix: { methods: [gepa], topologies: [single] }');
    const after = await keys(
      'matrix: { methods: [tavo, gepa], topologies: [single, sequential], seeds: [2, 1, 0] }',
    );
    expect(after).toEqual(expect.arrayContaining(before));
    expect(new Set(after).size).toBe(12);
  });
});

describe('problems, all at once, each with its place', () => {
  test('unknown keys and names, wrong kinds, values twice', async () => {
    const text = `matrix:
  methods: [mapso, gepa]
  topologys: [single]
  seeds: [0, two]
  topologies: [single, single]
settings:
  budget: 1.5
  gate: { rule: lenient }
`;
    expect(await problems(text)).toBe(
      `study.yaml:2:13 matrix.methods[0] must be one of "credo", "gepa", "hivemind", "identity", "mamut_gepa", "mapro", "maspo", "maspob", "mipro", "random", "tavo", got "mapso". Did you mean "maspo"?
    2 |   methods: [mapso, gepa]
      |             ^^^^^
study.yaml:3:3 unknown key "topologys" in matrix. Did you mean "topologies"?
    3 |   topologys: [single]
      |   ^^^^^^^^^
study.yaml:4:14 matrix.seeds[1] must be an integer, got "two"
    4 |   seeds: [0, two]
      |              ^^^
study.yaml:5:15 matrix.topologies holds the same value twice (positions 0 and 1)
    5 |   topologies: [single, single]
      |               ^^^^^^^^^^^^^^^^
study.yaml:7:11 settings.budget must be an integer, got number 1.5
    7 |   budget: 1.5
      |           ^^^
study.yaml:8:17 settings.gate.rule must be one of "strict", "paired", "margin", got "lenient"
    8 |   gate: { rule: lenient }
      |                 ^^^^^^^`,
    );
  });

  test('an unknown model is told where it stands', async () => {
    const text = `matrix:
  methods: [gepa]
  topologies: [single]
  models: [qwen, qwne]
`;
    expect(await problems(text)).toContain(
      'study.yaml:4:18 unknown model "qwne". Did you mean "qwen"?',
    );
  });

  test('what comes to nothing is a slip', async () => {
    const text = `matrix: { methods: [gepa], topologies: [single] }
exclude:
  - { method: maspo }
overrides:
  - when: { seed: 4 }
    set: { budget: 1 }
`;
    expect((await problems(text)).split('\n').filter((line) => line.startsWith('study'))).toEqual([
      'study.yaml:3:5 exclude[0] matches no cell',
      'study.yaml:5:11 overrides[0] is about no cell',
    ]);
    expect(
      await problems('matrix: { methods: [gepa], topologies: [single] }\nexclude: [{ seed: 0 }]\n'),
    ).toContain('no cell is left');
  });

  test('settings that mean nothing without another one', async () => {
    const text = `matrix: { methods: [gepa], topologies: [decentralized] }
settings:
  toolTurns: 2
  scheduleOptions: { share: 0.5 }
`;
    expect((await problems(text)).split('\n').filter((line) => line.startsWith('study'))).toEqual([
      'study.yaml:3:14 toolTurns needs answerMode: tools',
      'study.yaml:4:20 scheduleOptions needs schedule',
    ]);
  });

  test.each([
    [
      'seed twice',
      'matrix: { methods: [gepa], methods: [maspo], topologies: [single] }',
      'stands twice',
    ],
    ['empty', '# nothing\n', 'is empty'],
    ['a merge key', 'matrix:\n  <<: *x\n', 'merge keys'],
    [
      'leading zero',
      'matrix: { methods: [gepa], topologies: [single], seeds: [01] }',
      'leading zero',
    ],
    [
      'text cut by a comment',
      'matrix: { methods: [gepa], topologies: [single] }\nsettings:\n  options:\n    note: use #1 tool\n',
      'everything after " #" is a comment; quote the text',
    ],
    [
      'text read as a list',
      'matrix: { methods: [gepa], topologies: [single] }\nsettings:\n  options:\n    note: [ApiName(a=1)]\n',
      'quote it',
    ],
    [
      'text read as a mapping',
      'matrix: { methods: [gepa], topologies: [single] }\nsettings:\n  options:\n    note: {{input}}\n',
      'must be quoted',
    ],
  ])('%s', async (_what, text, message) => {
    expect(await problems(text)).toContain(message);
  });
});
