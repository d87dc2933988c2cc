/** Which servers and models does configs/models.yaml know? */
import { type Static, Type } from '@sinclair/typebox';
import type { ConfigProblem } from '../core/errors.ts';
import { ConfigError } from '../core/errors.ts';
import { didYouMean } from './did-you-mean.ts';
import { type OpenedYaml, openYaml } from './yaml.ts';

const closed = { additionalProperties: false };
const name = Type.String({ minLength: 1 });
const timeoutMs = Type.Integer({ minimum: 1 });
const options = Type.Record(Type.String(), Type.Unknown());

/** US dollars per million tokens; what costs nothing is `free`. */
const dollars = Type.Number({ exclusiveMinimum: 0 });

const tokenPrice = Type.Object(
  {
    input: dollars,
    output: dollars,
    cachedInput: Type.Optional(Type.Number({ minimum: 0 })),
    reasoning: Type.Optional(Type.Number({ minimum: 0 })),
    currency: Type.Literal('USD'),
    asOf: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  },
  closed,
);

const server = Type.Object(
  {
    provider: name,
    /** Base URLs of equal replicas; none for a provider without a network. */
    endpoints: Type.Optional(Type.Array(name)),
    /** Environment variables that say where the server is, the first one set wins. */
    endpointVariables: Type.Optional(Type.Array(name)),
    /** Environment variable of the key; when absent OPENAI_API_KEY for provider openai, and so on. */
    apiKeyVariable: Type.Optional(name),
    timeoutMs: Type.Optional(timeoutMs),
    simulated: Type.Optional(Type.Boolean()),
    /** Of all its models that have no price of their own; what a model costs elsewhere stands at the model. */
    price: Type.Optional(Type.Literal('free')),
    options: Type.Optional(options),
  },
  closed,
);

const model = Type.Object(
  {
    server: name,
    model: name,
    timeoutMs: Type.Optional(timeoutMs),
    /** Absent: unknown, unless the server is free. */
    price: Type.Optional(Type.Union([Type.Literal('free'), tokenPrice])),
    /** Laid over the server's options. */
    options: Type.Optional(options),
  },
  closed,
);

const purpose = Type.Object({ server: name, timeoutMs }, closed);

export const modelsSchema = Type.Object(
  {
    defaults: Type.Object({ task: purpose, reflection: purpose }, closed),
    servers: Type.Record(Type.String(), server),
    models: Type.Record(Type.String(), model),
  },
  closed,
);

export type ModelsFile = Static<typeof modelsSchema>;
export type ServerEntry = Static<typeof server>;
export type ModelEntry = Static<typeof model>;

/**
 * @param file the path as the user should read it in messages
 * @throws ConfigError with all problems at once
 */
export function readModelsFile(text: string, file: string): ModelsFile {
  const opened = openYaml<ModelsFile>(text, { file, schema: modelsSchema });
  const problems = [
    ...nameProblems(opened),
    ...serverReferenceProblems(opened),
    ...endpointProblems(opened),
    ...priceProblems(opened),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return opened.value;
}

/** A slash or a colon in a name would be read as part of a model id. */
function nameProblems({ value, problemAt }: OpenedYaml<ModelsFile>): ConfigProblem[] {
  return (['servers', 'models'] as const).flatMap((section) =>
    Object.keys(value[section])
      .filter((key) => !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(key))
      .map((key) =>
        problemAt(
          [section, key],
          `the name ${JSON.stringify(key)} must consist of letters, digits, ".", "_" and "-"`,
        ),
      ),
  );
}

function serverReferenceProblems({ value, problemAt }: OpenedYaml<ModelsFile>): ConfigProblem[] {
  const known = Object.keys(value.servers);
  const references = [
    ...(['task', 'reflection'] as const).map((key) => ({
      path: ['defaults', key, 'server'],
      wanted: value.defaults[key].server,
    })),
    ...Object.entries(value.models).map(([key, entry]) => ({
      path: ['models', key, 'server'],
      wanted: entry.server,
    })),
  ];
  return references
    .filter(({ wanted }) => !known.includes(wanted))
    .map(({ path, wanted }) =>
      problemAt(
        path,
        `there is no server ${JSON.stringify(wanted)} under servers${didYouMean(wanted, known)}`,
      ),
    );
}

function endpointProblems({ value, problemAt }: OpenedYaml<ModelsFile>): ConfigProblem[] {
  return Object.entries(value.servers).flatMap(([key, entry]) =>
    (entry.endpoints ?? []).flatMap((endpoint, index) => {
      const problem = endpointProblem(endpoint);
      return problem === null ? [] : [problemAt(['servers', key, 'endpoints', index], problem)];
    }),
  );
}

/** The schema knows the form of a date, not the calendar. */
function priceProblems({ value, problemAt }: OpenedYaml<ModelsFile>): ConfigProblem[] {
  return Object.entries(value.models).flatMap(([key, { price }]) => {
    if (price === undefined || price === 'free' || isDay(price.asOf)) return [];
    const message = `models.${key}.price.asOf must be a day such as 2026-01-31, got ${JSON.stringify(price.asOf)}`;
    return [problemAt(['models', key, 'price', 'asOf'], message)];
  });
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** Null when the text is a base URL that a request can be sent to. */
export function endpointProblem(text: string): string | null {
  if (!URL.canParse(text)) {
    return `${JSON.stringify(text)} is not a URL such as http://localhost:8000/v1`;
  }
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `${JSON.stringify(text)} must start with http:// or https://`;
  }
  if (url.username !== '' || url.password !== '') {
    return `the URL of ${url.host} holds a user name or password; give secrets as an API key instead`;
  }
  // Requests go to paths below it, so nothing behind the path would arrive, and what is secret would be written down.
  if (url.search !== '' || url.hash !== '') {
    return `the URL of ${url.host} must end with its path, without ? or #; give secrets as an API key instead`;
  }
  return null;
}
