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
    options: Type.Optional(options),
  },
  closed,
);

const model = Type.Object(
  {
    server: name,
    model: name,
    timeoutMs: Type.Optional(timeoutMs),
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
