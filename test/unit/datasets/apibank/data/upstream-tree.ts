/** How would upstream have written an API class? Several styles of Python for the same declarations. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Json, JsonObject } from '../../../../../src/core/json.ts';

export type PythonStyle = 'single' | 'double' | 'triple' | 'adjacent' | 'added';

export const PYTHON_STYLES: readonly PythonStyle[] = [
  'single',
  'double',
  'triple',
  'adjacent',
  'added',
];

/** A string literal; code points outside ASCII are kept or escaped depending on the style. */
export function pythonText(text: string, style: PythonStyle): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  const unicode = escaped.replaceAll(
    /\P{ASCII}/gu,
    (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  );
  const half = splitPoint(text);
  switch (style) {
    case 'single':
      return `'${escaped.replaceAll("'", "\\'")}'`;
    case 'double':
      return `"${unicode.replaceAll('"', '\\"')}"`;
    case 'triple':
      return `"""${escaped.replaceAll('"', '\\"')}"""`;
    case 'adjacent':
      return `(${pythonText(text.slice(0, half), 'single')}  # first part\n        ${pythonText(text.slice(half), 'double')})`;
    case 'added':
      return `${pythonText(text.slice(0, half), 'double')} + \\\n        u${pythonText(text.slice(half), 'single')}`;
  }
}

/** Never between the halves of a surrogate pair. */
function splitPoint(text: string): number {
  const middle = Math.floor(text.length / 2);
  return /^[\uDC00-\uDFFF]/u.test(text.charAt(middle)) ? middle + 1 : middle;
}

function pythonValue(value: Json, style: PythonStyle): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return pythonText(value, style);
  if (Array.isArray(value)) {
    return `[${(value as readonly Json[]).map((item) => pythonValue(item, style)).join(', ')},]`;
  }
  const entries = Object.entries(value as JsonObject).map(
    ([key, item]) =>
      `        ${pythonText(key, 'double')} : ${pythonValue(item, style)},  # { not a brace "\n`,
  );
  return `{\n${entries.join('')}    }`;
}

interface CallParameterJson {
  readonly name: string;
  readonly kind: string;
  readonly required: boolean;
  readonly default?: Json;
}

/** `entry` has the form of a data pack's catalog. */
export function pythonClass(entry: JsonObject, style: PythonStyle): string {
  const call = (entry['call_parameters'] as unknown as readonly CallParameterJson[]).map(
    (parameter) => {
      const stars = { var_keyword: '**', var_positional: '*' }[parameter.kind] ?? '';
      const preset =
        parameter.default === undefined ? '' : ` = ${pythonValue(parameter.default, style)}`;
      return `${stars}${parameter.name}${stars === '' ? ': Dict[str, int]' : ''}${preset}`;
    },
  );
  const init = (entry['init_parameters'] as readonly string[]).map((name) => `${name}=None`);
  const attributes = ['description', 'input_parameters', 'output_parameters', 'database_name']
    .filter((name) => (entry[name] ?? null) !== null)
    .map((name) => `    ${name} = ${pythonValue(entry[name] ?? null, style)}\n`);
  const initializer =
    init.length === 0
      ? ''
      : `    def __init__(${['self', ...init].join(', ')}) -> None:\n        self.rows = {}\n\n`;
  return [
    'from apis.api import API\nimport json\n\n',
    `class ${entry['name'] as string}(API):\n    '''A class; with "quotes".'''\n\n`,
    ...attributes,
    '\n',
    initializer,
    `    def call(${['self', ...call].join(',\n             ')},) -> dict:\n`,
    "        description = 'a local variable, not the attribute'\n",
    "        return {'input': f'{self.rows}', 'output': description}\n\n",
    "if __name__ == '__main__':\n    print('never run')\n",
  ].join('');
}

/** Writes files below a folder. */
export function writeTree(folder: string, files: { readonly [path: string]: string }): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const token = { type: 'str', description: "The user's key." };
const found = { type: 'str', description: 'What was found.' };

/** Two invented APIs, in the form of a data pack's catalog. */
export const INVENTED_CATALOG: readonly JsonObject[] = [
  {
    name: 'ShelfFinder',
    level_set: 'base',
    module: 'shelf_finder',
    description: 'Says on which "shelf" a book stands.\nNeeds a key — 钥匙.',
    input_parameters: { token, title: { type: 'str', description: 'Title; a \\ is allowed.' } },
    output_parameters: { shelf: found },
    database_name: 'Books',
    needs_token_checker: true,
    init_parameters: ['init_database', 'token_checker'],
    call_parameters: [
      { name: 'token', kind: 'positional_or_keyword', required: true },
      { name: 'title', kind: 'positional_or_keyword', required: false, default: null },
      { name: 'more', kind: 'var_keyword', required: false },
    ],
    desc_for_search: 'shelf finderSays on which "shelf" a book stands.\nNeeds a key — 钥匙.',
  },
  {
    name: 'PlanQA',
    level_set: 'lv3',
    module: 'plan',
    description: 'Answers about a plan.',
    input_parameters: {},
    output_parameters: { answer: found },
    database_name: null,
    needs_token_checker: false,
    init_parameters: [],
    call_parameters: [],
    desc_for_search: 'plan q aAnswers about a plan.',
  },
];

const call = (name: string, input: Json, output: Json): JsonObject => ({
  api_name: name,
  input,
  output,
  exception: null,
});

/** Everything of a small upstream tree but the Python files. */
export const INVENTED_FILES: { readonly [path: string]: string } = {
  'init_database/Books.json': '{"b1": {"shelf": 3}}',
  'lv1-lv2-samples/level-1-given-desc/Shelf-level-1-1.jsonl': [
    { role: 'User', text: 'Where is it?' },
    {
      role: 'API',
      api_name: 'ShelfFinder',
      param_dict: { token: 'k', title: 'b1' },
      result: call('ShelfFinder', { token: 'k', title: 'b1' }, 3),
    },
    { role: 'AI', text: 'On shelf 3.' },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
  'lv1-lv2-samples/level-2-toolsearcher/Shelf-level-3-1.jsonl':
    '{"role": "User", "text": "Hello"}\n',
  'test-data/level-3.json': JSON.stringify([
    {
      requirement: ' Plan it. ',
      response: 'Done.',
      apis: [{ api_name: 'PlanQA', input: {}, output: call('PlanQA', {}, 'yes') }],
    },
  ]),
  LICENSE: 'a licence\n',
};

/** The files of an upstream tree whose classes are those of a catalog. */
export function upstreamFiles(
  catalog: readonly JsonObject[],
  style: PythonStyle,
): { [path: string]: string } {
  const classes = catalog.map((entry): [string, string] => [
    `${entry['level_set'] === 'base' ? 'apis' : 'lv3_apis'}/${entry['module'] as string}.py`,
    pythonClass(entry, style),
  ]);
  return {
    'apis/__init__.py': 'import os\n',
    'apis/api.py':
      'class API:\n    def call(self, **kwargs) -> dict:\n        raise NotImplementedError\n',
    ...Object.fromEntries(classes),
  };
}
