/** Which roles does a team have on a dataset, and what are they told at first? */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import type { RoleId } from '../core/candidate.ts';
import { ConfigError, type ConfigProblem, PrerequisiteError } from '../core/errors.ts';
import type { Lineup } from '../core/topology.ts';
import { didYouMean } from './did-you-mean.ts';
import { type OpenedYaml, openYaml } from './yaml.ts';

/** The seed of a search: the cast of a dataset for one topology, and the prompt of every role in it. */
export interface TeamPrompts {
  readonly lineup: Lineup;
  /** One prompt per role of the lineup; surrounding white space removed. */
  readonly prompts: { readonly [role: RoleId]: string };
}

const TEAM_FILE = 'team.yaml';
const PROMPT_EXTENSION = '.md';

const TeamSchema = Type.Object(
  {
    roles: Type.Array(
      Type.Object(
        {
          id: Type.String({
            pattern: '^[a-z][a-z0-9_]*$',
            description: 'Name of the role: lower-case letters, digits and underscores.',
          }),
          priority: Type.Integer({
            minimum: 1,
            description: '1 is needed first: a team of n takes the n roles of highest priority.',
          }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, description: 'All roles, in speaking order.' },
    ),
  },
  { additionalProperties: false },
);

type TeamFile = Static<typeof TeamSchema>;

/**
 * Reads `<configsRoot>/prompts/<topology>/<dataset>/`: `team.yaml` and one `<role>.md` per role.
 *
 * @throws PrerequisiteError when there are no prompts for this pair; ConfigError with every problem at once when the
 * folder does not say what it must.
 */
export async function loadTeamPrompts(
  configsRoot: string,
  topologyId: string,
  datasetId: string,
): Promise<TeamPrompts> {
  const folder = join(configsRoot, 'prompts', topologyId, datasetId);
  const names = await promptFolder(folder, { topologyId, datasetId });
  const teamPath = join(folder, TEAM_FILE);
  if (!names.includes(TEAM_FILE)) {
    throw new ConfigError([
      problemWith(teamPath, 'is missing; it must list the roles of the team in speaking order'),
    ]);
  }
  const opened = openYaml<TeamFile>(await readText(teamPath), {
    file: teamPath,
    schema: TeamSchema,
  });
  const { roles } = opened.value;
  const problems = [...repetitions(opened), ...strayFiles(folder, names, roles)];
  const prompts: [RoleId, string][] = [];
  for (const [position, { id }] of roles.entries()) {
    const name = `${id}${PROMPT_EXTENSION}`;
    const path = join(folder, name);
    if (!names.includes(name)) {
      const message = `role "${id}" has no prompt: ${path} is missing`;
      problems.push(opened.problemAt(['roles', position, 'id'], message));
      continue;
    }
    const prompt = (await readText(path)).trim();
    if (prompt === '')
      problems.push(problemWith(path, `is empty; it must tell role "${id}" what to do`));
    prompts.push([id, prompt]);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { lineup: { roles }, prompts: Object.fromEntries(prompts) };
}

interface Pair {
  readonly topologyId: string;
  readonly datasetId: string;
}

/** Names of the visible files of the folder, sorted. */
async function promptFolder(folder: string, { topologyId, datasetId }: Pair): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => !name.startsWith('.')).sort();
  } catch (error) {
    if (!isAbsence(error)) throw unreadable(folder, error);
    throw new PrerequisiteError(
      `there are no prompts for topology "${topologyId}" on dataset "${datasetId}": ${folder} is not a folder`,
      {
        hints: [
          `create it with a ${TEAM_FILE} (roles: [{ id, priority }] in speaking order)`,
          `and one <role>${PROMPT_EXTENSION} per role saying what the role does and what it writes`,
        ],
        cause: error,
      },
    );
  }
}

function repetitions({ value, problemAt }: OpenedYaml<TeamFile>): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  for (const [position, role] of value.roles.entries()) {
    const before = value.roles.slice(0, position);
    if (before.some(({ id }) => id === role.id)) {
      problems.push(problemAt(['roles', position, 'id'], `role "${role.id}" stands twice`));
    }
    const equal = before.find(({ priority }) => priority === role.priority);
    if (equal !== undefined) {
      const message = `priority ${role.priority} belongs to role "${equal.id}" already; give each role its own`;
      problems.push(problemAt(['roles', position, 'priority'], message));
    }
  }
  return problems;
}

/** A prompt that nobody reads is a misspelt role, never decoration. */
function strayFiles(
  folder: string,
  names: readonly string[],
  roles: TeamFile['roles'],
): ConfigProblem[] {
  const expected = [TEAM_FILE, ...roles.map(({ id }) => `${id}${PROMPT_EXTENSION}`)];
  return names
    .filter((name) => !expected.includes(name))
    .map((name) =>
      problemWith(
        join(folder, name),
        `belongs to no role of ${TEAM_FILE}: list the role or delete the file${didYouMean(name, expected)}`,
      ),
    );
}

async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): ConfigError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ConfigError([problemWith(path, `cannot be read: ${reason}`)], { cause: error });
}

function isAbsence(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
}

function problemWith(file: string, message: string): ConfigProblem {
  return { file, line: null, column: null, message };
}
