import { Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { openYaml, readYaml } from '../../../src/config/yaml.ts';
import { ConfigError } from '../../../src/core/errors.ts';

const closed = { additionalProperties: false };
const schema = Type.Partial(
  Type.Object(
    {
      model: Type.String({ minLength: 1 }),
      prompt: Type.String(),
      tag: Type.String(),
      count: Type.Integer({ minimum: 0, maximum: 100 }),
      rate: Type.Number({ exclusiveMinimum: 0 }),
      topology: Type.Union([Type.Literal('single'), Type.Literal('sequential')]),
      flag: Type.Boolean(),
      size: Type.Union([Type.Integer(), Type.Literal('all')]),
      matrix: Type.Object(
        {
          seeds: Type.Array(Type.Integer(), { minItems: 1, uniqueItems: true }),
          topologies: Type.Optional(Type.Array(Type.String())),
        },
        closed,
      ),
      choice: Type.Union([
        Type.Object({ a: Type.Integer() }, closed),
        Type.Object({ b: Type.String() }, closed),
      ]),
    },
    closed,
  ),
  closed,
);

function problems(text: string): string {
  try {
    readYaml(text, { file: 'study.yaml', schema });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

/** The first line of each problem, without the excerpt. */
function headlines(text: string): string[] {
  return problems(text)
    .split('\n')
    .filter((line) => line.startsWith('study.yaml'));
}

describe('places and excerpts', () => {
  test('every problem of a file at once, in file order, with caret and suggestion', () => {
    const text = [
      'model: maspo',
      'matrix:',
      '  seeds: [0, 1, two]',
      '  topologys: [single]',
      'cuont: 3',
      '',
    ].join('\n');
    expect(problems(text)).toBe(
      [
        'study.yaml:3:17 matrix.seeds[2] must be an integer, got "two"',
        '    3 |   seeds: [0, 1, two]',
        '      |                 ^^^',
        'study.yaml:4:3 unknown key "topologys" in matrix. Did you mean "topologies"?',
        '    4 |   topologys: [single]',
        '      |   ^^^^^^^^^',
        'study.yaml:5:1 unknown key "cuont". Did you mean "count"?',
        '    5 | cuont: 3',
        '      | ^^^^^',
      ].join('\n'),
    );
  });

  test('a missing key is told at the mapping that lacks it', () => {
    expect(headlines('matrix:\n  topologies: []\n')).toEqual([
      'study.yaml:1:1 "seeds" is missing in matrix',
    ]);
  });

  test('carriage returns stay out of excerpts, tabs keep the caret in place', () => {
    expect(problems('count: 1\r\nmodel:\t5\r\n')).toBe(
      [
        'study.yaml:2:8 model must be text, got number 5; quote it',
        '    2 | model:\t5',
        '      |       \t^',
      ].join('\n'),
    );
  });

  test('a check that a schema cannot make gets the same form', () => {
    const opened = openYaml<{ matrix: { seeds: number[] } }>('matrix:\n  seeds: [0, 7]\n', {
      file: 'study.yaml',
      schema,
    });
    expect(opened.value.matrix.seeds).toEqual([0, 7]);
    expect(opened.problemAt(['matrix', 'seeds', 1], 'seed 7 is not in the grid')).toEqual({
      file: 'study.yaml',
      line: 2,
      column: 14,
      message: 'seed 7 is not in the grid',
      excerpt: '    2 |   seeds: [0, 7]\n      |              ^',
    });
  });
});

describe('typing surprises (E1)', () => {
  test('a number where text is wanted says: quote it', () => {
    expect(headlines('model: 1.10')).toEqual([
      'study.yaml:1:8 model must be text, got number 1.1; quote it',
    ]);
    expect(headlines('model: "1.10"')).toEqual([]);
  });

  test('no, yes, on and dates are text', () => {
    const text = 'model: no\nprompt: on\ntag: 2026-01-01\n';
    expect(readYaml(text, { file: 'a.yaml', schema })).toEqual({
      model: 'no',
      prompt: 'on',
      tag: '2026-01-01',
    });
  });

  test('a leading zero is ambiguous', () => {
    expect(headlines('tag: 010')).toEqual([
      'study.yaml:1:6 010 has a leading zero; write 10 for the number, or quote it for the text',
    ]);
  });

  test('integers that lose digits', () => {
    expect(headlines('count: 12345678901234567890')).toEqual([
      'study.yaml:1:8 12345678901234567890 has more digits than a number can hold exactly; quote it',
    ]);
  });

  test('null, NaN and infinity are not values', () => {
    expect(headlines('model: ~')).toEqual(['study.yaml:1:8 model must be text, got null']);
    expect(headlines('rate: .nan')).toEqual([
      'study.yaml:1:7 rate must be a number, got number NaN',
    ]);
    expect(headlines('rate: .inf')).toEqual([
      'study.yaml:1:7 rate must be a number, got number Infinity',
    ]);
  });

  test('%YAML 1.1 is refused, %YAML 1.2 is not', () => {
    expect(headlines('%YAML 1.1\n---\nmodel: no\n')).toEqual([
      'study.yaml:1:1 only YAML 1.2 is read, not 1.1; delete this line',
    ]);
    expect(headlines('%YAML 1.2\n---\nmodel: no\n')).toEqual([]);
  });
});

describe('merge keys and aliases (E2)', () => {
  test('<< is refused wherever it stands', () => {
    expect(headlines('matrix: &m\n  seeds: [0]\nchoice:\n  <<: *m\n  a: 1\n')).toEqual([
      'study.yaml:4:3 merge keys (<<) are not read; write the settings out',
    ]);
    expect(headlines('"<<": 1')).toEqual([
      'study.yaml:1:1 unknown key "<<". Known: model, prompt, tag, count, rate, topology, flag, size, matrix, choice',
    ]);
  });

  test('a plain alias is read; an unknown one is told at its place', () => {
    const text = 'model: &name qwen\ntag: *name\n';
    expect(readYaml(text, { file: 'a.yaml', schema })).toEqual({ model: 'qwen', tag: 'qwen' });
    expect(headlines('model: *qwen')).toEqual([
      'study.yaml:1:8 nothing above is marked &qwen; quote the text to keep the *',
    ]);
  });

  test('a problem inside an alias is found', () => {
    expect(headlines('matrix: &m { seeds: [0, x] }')).toEqual([
      'study.yaml:1:25 matrix.seeds[1] must be an integer, got "x"',
    ]);
  });

  test('alias bombs are refused', () => {
    const rows = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef']) {
      rows.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(', ')}]`);
    }
    expect(problems(rows.join('\n'))).toContain('study.yaml cannot be read');
  });
});

describe('silent misreadings and broken files (E3)', () => {
  test.each([
    ['model: a\nmodel: b', 'study.yaml:2:1 "model" stands twice; the first one is at 1:1'],
    ['model: a: b', 'study.yaml:1:8 text with a colon and a blank in it must be quoted'],
    [
      'prompt: use #1 tool',
      'study.yaml:1:9 everything after " #" is a comment; quote the text, or put a blank after the #',
    ],
    ['prompt: [ApiName(a=1)]', 'study.yaml:1:9 prompt must be text, got a list; quote it'],
    [
      'prompt: {{input}}',
      'study.yaml:1:10 a key must be plain text. Text that begins with { or [ must be quoted: "{{name}}"',
    ],
    ['matrix:\n\tseeds: [0]', 'study.yaml:2:1 indent with blanks, not with tabs'],
    ['model: !secret x', 'study.yaml:1:8 tags (!name) are not read; quote the text to keep the !'],
    [
      'model: a\n---\nmodel: b',
      'study.yaml:2:1 the file must hold one document; delete everything from the second --- on',
    ],
    ['- a\n- b', 'study.yaml:1:1 the file must hold settings, one "name: value" a line'],
    ['just text', 'study.yaml:1:1 the file must hold settings, one "name: value" a line'],
  ])('%j', (text, expected) => {
    expect(headlines(text)[0]).toBe(expected);
  });

  test.each(['', '\n\n', '# nothing here\n', '---\n'])('%j is empty', (text) => {
    expect(problems(text)).toBe(
      'study.yaml is empty (or holds comments only); it must hold settings',
    );
  });

  test('an unclosed list shows the lines above, where it began', () => {
    const text = 'model: a\nmatrix:\n  seeds: [0, 1\ncount: 1\n';
    expect(problems(text)).toContain('    3 |   seeds: [0, 1');
  });

  test('an ordinary comment is no problem', () => {
    expect(
      headlines('model: a # the small one\ncount: 1 #fine, numbers cannot swallow text\n'),
    ).toEqual([]);
  });
});

describe('what a schema refuses, in words', () => {
  test.each([
    ['count: -1', 'study.yaml:1:8 count must be at least 0, got number -1'],
    ['count: 1.5', 'study.yaml:1:8 count must be an integer, got number 1.5'],
    ['rate: 0', 'study.yaml:1:7 rate must be more than 0, got number 0'],
    ['flag: "true"', 'study.yaml:1:7 flag must be true or false, got "true"'],
    [
      'topology: sequentail',
      'study.yaml:1:11 topology must be one of "single", "sequential", got "sequentail". Did you mean "sequential"?',
    ],
    ['size: [1]', 'study.yaml:1:7 size must be an integer or "all", got a list'],
    ['matrix: { seeds: [] }', 'study.yaml:1:18 matrix.seeds must have at least 1 item'],
    [
      'matrix: { seeds: [1, 2, 1] }',
      'study.yaml:1:18 matrix.seeds holds the same value twice (positions 0 and 2)',
    ],
    ['choice: { a: x }', 'study.yaml:1:14 choice.a must be an integer, got "x"'],
    ['choice: 3', 'study.yaml:1:9 choice must be a mapping of settings, got number 3'],
    ['model: ""', 'study.yaml:1:8 model must have at least 1 character'],
  ])('%s', (text, expected) => {
    expect(headlines(text)).toEqual([expected]);
  });

  test('__proto__ is an unknown key and changes nothing', () => {
    expect(headlines('__proto__: { polluted: 1 }')[0]).toContain('unknown key "__proto__"');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

test('what is written as YAML is read back', () => {
  const values = fc.record(
    { model: fc.string({ minLength: 1 }), count: fc.nat(100), flag: fc.boolean() },
    { requiredKeys: ['model'] },
  );
  fc.assert(
    fc.property(values, (value) => {
      expect(readYaml(stringify(value), { file: 'a.yaml', schema })).toEqual(value);
    }),
  );
});
