/** Is every method listed and explained, from the one place that its tests hold it to? */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/commands.ts';
import { parseCommandLine } from '../../../src/cli/parse-command-line.ts';
import { METHOD_NEEDS } from '../../../src/core/method-facts.ts';
import { methodOptions } from '../../../src/protocol/preparation/method-options.ts';
import { optimizers, schedules, topologies } from '../../../src/registry.ts';
import { repositoryRoot } from '../../support/shared.ts';

async function told(...words: string[]): Promise<string> {
  let out = '';
  const asked = parseCommandLine(words, commands, '0');
  if (asked.kind === 'text') return asked.text;
  const context = {
    packageRoot: repositoryRoot,
    writeOut: (text: string) => {
      out += text;
    },
  };
  expect(await asked.start(context as unknown as CommandContext)).toBe(0);
  return out;
}

/** Wrapped lines as one. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

const methods = await Promise.all(Object.values(optimizers).map((load) => load()));

interface ListedMethod {
  readonly id: string;
  readonly minimumBudget: number;
  readonly minimumBudgetFor: { readonly topology: string; readonly agents: number };
  readonly needs: readonly string[];
}

describe('list methods', () => {
  it('gives each a line with its least budget and its needs, and says for which job', async () => {
    const text = await told('list', 'methods');
    for (const { id, title, about } of methods) {
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${id} `)) ?? '';
      expect(line).toContain(title);
      expect(line.endsWith(about.needs.join(', ') || 'nothing')).toBe(true);
    }
    expect(text).toContain(
      '(sequential, 4 agents, 150 train and 50 validation tasks, default options)',
    );
  });

  it('tells the least budgets that follow from the specifications, for the team that is asked for', async () => {
    const read = async (...words: string[]): Promise<ListedMethod[]> =>
      JSON.parse(await told('list', 'methods', '--json', ...words)) as ListedMethod[];
    const least = (rows: ListedMethod[], method: string): number | undefined =>
      rows.find(({ id }) => id === method)?.minimumBudget;
    const sequential = await read();
    expect(least(sequential, 'identity')).toBe(0);
    // The seed's 50 validation tasks, and twice a minibatch of three.
    expect([least(sequential, 'gepa'), least(sequential, 'mamut_gepa')]).toEqual([56, 56]);
    // Two passes over 150 train tasks.
    expect(least(sequential, 'mapro')).toBe(300);
    // Fifteen coalitions of four players, or eight of three and a manager; and two tasks for the gate.
    expect(least(sequential, 'hivemind')).toBe(17);
    expect(least(await read('--topology', 'centralized'), 'hivemind')).toBe(10);
    expect(least(await read('--topology', 'decentralized'), 'hivemind')).toBe(17);
    const [first] = await read('--topology', 'single');
    expect(first?.minimumBudgetFor).toMatchObject({ topology: 'single', agents: 1 });
  });
});

describe.each(methods.map((method) => [method.id, method] as const))('explain %s', (id, method) => {
  it('prints steps, source, needs, deviations, options and a command that is accepted', async () => {
    const text = await told('explain', id);
    const { about, optionsSchema, title } = method;
    const said = [...about.steps, about.spending, ...about.deviations, title];
    for (const words of said) expect(flat(text)).toContain(flat(words));
    for (const { where } of about.sources) expect(flat(text)).toContain(where);
    for (const need of about.needs) expect(flat(text)).toContain(`${need}: ${METHOD_NEEDS[need]}`);
    const { properties } = optionsSchema as { properties: object };
    for (const option of Object.keys(properties))
      expect(text).toMatch(new RegExp(`^  ${option}[=.]`, 'm'));
    for (const line of text.split('\n')) {
      if (!line.startsWith('  protocol ')) expect(line.length).toBeLessThanOrEqual(100);
    }
    const example = /^ {2}protocol (.*)$/m.exec(text)?.[1] ?? '';
    expect(parseCommandLine(example.split(' '), commands, '0').kind).toBe('work');
  });

  it('shows every option as it can be typed, with its default', async () => {
    const { options } = JSON.parse(await told('explain', id, '--json')) as {
      options: { name: string; default: unknown }[];
    };
    const typed = Object.fromEntries(options.map((row) => [row.name, String(row.default)]));
    expect(methodOptions(id, method.optionsSchema, typed)).toEqual(
      methodOptions(id, method.optionsSchema, {}),
    );
  });
});

describe('explain', () => {
  it('knows topologies and schedules as well', async () => {
    for (const id of Object.keys(topologies)) expect(await told('explain', id)).toMatch(`${id}: `);
    for (const id of Object.keys(schedules))
      expect(await told('explain', id)).toContain('arXiv 2502.02533');
    const decentralized = await told('explain', 'decentralized');
    expect(decentralized).toContain('rounds=2');
    expect(flat(decentralized)).toContain('(0|protocol|0.3|0.7|1; any number from 0 to 2 can be');
    const sequential = await told('explain', 'sequential');
    // Of the roles of a team of four: three can be left out, and six edges lead from one to a later one.
    expect(sequential.match(/^ {2}role\.\w+=present/gm)).toHaveLength(3);
    expect(sequential).toContain(
      'Settings within the calls of the default team: 6 in the grid, 2,160 in all',
    );
    expect(sequential.match(/^ {2}edge\.\w+\.\w+=on/gm)).toHaveLength(6);
    expect(JSON.parse(await told('explain', 'centralized', '--json'))).toMatchObject({
      kind: 'topology',
      defaultTeam: { callsPerTask: 4 },
    });
  });

  it('says what was meant', async () => {
    await expect(told('explain', 'gepaa')).rejects.toThrow(
      'unknown method or topology "gepaa". Did you mean "gepa"?',
    );
    await expect(told('explain', 'constructor')).rejects.toThrow('unknown method or topology');
    expect(() => parseCommandLine(['explain'], commands, '0')).toThrow('NAME is missing');
    expect(() => parseCommandLine(['explain', 'gepa', 'tavo'], commands, '0')).toThrow(
      'unexpected "tavo"',
    );
  });
});

it('the guide to the methods names every method, and leaves their deviations to explain', () => {
  const guide = readFileSync(join(repositoryRoot, 'src/optimizers/README.md'), 'utf8');
  for (const { id, about } of methods) {
    expect(guide).toContain(`| \`${id}\` |`);
    for (const { where } of about.sources) {
      const paper = /^arXiv \S+/.exec(where)?.[0];
      if (paper !== undefined) expect(guide).toContain(paper);
    }
    const plain = flat(guide.replaceAll(/[*`]/g, ''));
    for (const deviation of about.deviations) expect(plain).not.toContain(flat(deviation));
  }
});
