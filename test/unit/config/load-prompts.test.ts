/** Are seed prompts read exactly, and is every mistake in their folder shown with its place? */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadTeamPrompts } from '../../../src/config/load-prompts.ts';
import { ConfigError, PrerequisiteError } from '../../../src/core/errors.ts';
import { repositoryRoot } from '../../support/shared.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prompts-'));
  folder = join(root, 'prompts', 'chain', 'ports');
  mkdirSync(folder, { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

const team = 'roles:\n  - { id: scout, priority: 2 }\n  - { id: lead, priority: 1 }\n';

async function problems(): Promise<string[]> {
  const error = await loadTeamPrompts(root, 'chain', 'ports').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).problems.map(
    ({ file, line, message }) =>
      `${file.replace(`${folder}/`, '')}:${line ?? ''} ${message.replace(`${folder}/`, '')}`,
  );
}

test('reads the lineup in order and the prompts as text', async () => {
  write({
    'team.yaml': team,
    'scout.md': '\uFEFF\n# Scout\n\n{{not}} a $template\n\n',
    'lead.md': 'Lead.\r\nWell.',
    '.DS_Store': 'x',
  });
  expect(await loadTeamPrompts(root, 'chain', 'ports')).toEqual({
    lineup: {
      roles: [
        { id: 'scout', priority: 2 },
        { id: 'lead', priority: 1 },
      ],
    },
    prompts: { scout: '# Scout\n\n{{not}} a $template', lead: 'Lead.\r\nWell.' },
  });
});

test('says how to add a dataset that has no prompts yet', async () => {
  const error = await loadTeamPrompts(root, 'chain', 'harbours').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(PrerequisiteError);
  expect((error as PrerequisiteError).message).toContain(
    'no prompts for topology "chain" on dataset "harbours"',
  );
  expect((error as PrerequisiteError).hints.join('\n')).toContain('team.yaml');
});

describe('problems', () => {
  test('a folder without team.yaml', async () => {
    write({ 'scout.md': 'Scout.' });
    expect(await problems()).toEqual([
      'team.yaml: is missing; it must list the roles of the team in speaking order',
    ]);
  });

  test('missing, empty and stray prompts, all at once', async () => {
    write({ 'team.yaml': team, 'leed.md': 'Lead.', 'scout.md': ' \n\t' });
    expect(await problems()).toEqual([
      'leed.md: belongs to no role of team.yaml: list the role or delete the file. Did you mean "lead.md"?',
      'scout.md: is empty; it must tell role "scout" what to do',
      'team.yaml:3 role "lead" has no prompt: lead.md is missing',
    ]);
  });

  test('a role or a priority given twice', async () => {
    write({
      'team.yaml':
        'roles:\n  - { id: scout, priority: 1 }\n  - { id: scout, priority: 2 }\n  - { id: lead, priority: 1 }\n',
      'scout.md': 'Scout.',
      'lead.md': 'Lead.',
    });
    expect(await problems()).toEqual([
      'team.yaml:3 role "scout" stands twice',
      'team.yaml:4 priority 1 belongs to role "scout" already; give each role its own',
    ]);
  });

  test.each([
    ['broken YAML', 'roles: [\n  { id: scout'],
    ['nothing', '# later\n'],
    ['no roles', 'roles: []\n'],
    ['an unknown key', `${team}rolls: 2\n`],
    ['a role id that is no file name', 'roles:\n  - { id: ../scout, priority: 1 }\n'],
    ['a priority of zero', 'roles:\n  - { id: scout, priority: 0 }\n'],
    ['a fractional priority', 'roles:\n  - { id: scout, priority: 1.5 }\n'],
    ['a priority in words', 'roles:\n  - { id: scout, priority: first }\n'],
    ['a role without priority', 'roles:\n  - { id: scout }\n'],
  ])('%s in team.yaml', async (_name, text) => {
    write({ 'team.yaml': text, 'scout.md': 'Scout.' });
    const found = await problems();
    expect(found.length).toBeGreaterThan(0);
    for (const problem of found) expect(problem).toMatch(/^team\.yaml:/);
  });

  test('a prompt that cannot be read as a file', async () => {
    write({ 'team.yaml': team, 'lead.md': 'Lead.' });
    mkdirSync(join(folder, 'scout.md'));
    expect((await problems())[0]).toMatch(/^scout\.md: cannot be read: /);
  });
});

describe('the shipped prompts', () => {
  test.each(['single', 'independent', 'sequential', 'centralized', 'decentralized'])(
    'of %s are short drafts without machinery',
    async (topologyId) => {
      const root = join(repositoryRoot, 'configs');
      const { lineup, prompts } = await loadTeamPrompts(root, topologyId, 'apibank');
      expect(Object.keys(prompts)).toEqual(lineup.roles.map(({ id }) => id));
      for (const prompt of Object.values(prompts)) {
        expect(prompt.split('\n').length).toBeLessThanOrEqual(8);
        // The answer format belongs to the output contract, which no method can edit.
        expect(prompt).not.toMatch(/\[\w+\(|\{\{/);
      }
    },
  );
});
