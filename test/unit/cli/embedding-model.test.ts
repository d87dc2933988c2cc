/** Does the named embedding model reach the commands that score? */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/command.ts';
import { dataCheck } from '../../../src/cli/commands/data.ts';
import { score } from '../../../src/cli/commands/score.ts';
import { apibank } from '../../../src/datasets/apibank/index.ts';
import { prepareTeam } from '../../../src/protocol/preparation/prepare-team.ts';
import { modelFolder, tinyTokenizer } from '../../support/embedding/tiny-model.ts';
import { corpusPath, describeWithCorpus, repositoryRoot } from '../../support/shared.ts';

describeWithCorpus('the embedding model that the environment names', 'apibank/data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedding-cli-'));
  const { signal } = new AbortController();
  const data = { APIBANK_ROOT: join(folder, 'data') };

  beforeAll(async () => {
    await apibank.data.import(corpusPath('apibank/data') as string, {
      benchmarksRoot: join(repositoryRoot, 'benchmarks'),
      environment: data,
      options: {},
      embedder: null,
      signal,
      onProgress: () => undefined,
    });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const contextOf = (
    model: string | null,
    told: { out: string; error: string },
  ): CommandContext => ({
    writeOut: (text) => {
      told.out += text;
    },
    writeError: (text) => {
      told.error += text;
    },
    terminal: { interactive: false, colour: false, columns: 80 },
    environment: { ...data, ...(model === null ? {} : { APIBANK_TOOLSEARCHER_MODEL: model }) },
    workingDirectory: folder,
    packageRoot: repositoryRoot,
    process: { pid: 1, host: 'here', runtime: 'node', startedAt: 0, isAlive: () => true },
    stop: signal,
    abort: signal,
    now: () => 0,
    invocation: 'protocol',
    commandLine: 'protocol',
  });

  /** One answer to a search, with keywords that no recording has. */
  const scored = async (model: string | null) => {
    const row = {
      task_id: 'level-2::AddAlarm-level-3-1.jsonl::0',
      text: "[ToolSearcher(keywords='add alarm, add alarm')]",
    };
    writeFileSync(join(folder, 'answers.jsonl'), `${JSON.stringify(row)}\n`);
    const told = { out: '', error: '' };
    const files = ['--predictions', 'answers.jsonl', '--out', 'scored.jsonl'];
    expect(await score.prepare(files)(contextOf(model, told))).toBe(0);
    const [line = ''] = readFileSync(join(folder, 'scored.jsonl'), 'utf8').split('\n');
    return { ...told, correct: (JSON.parse(line) as { correct: boolean | null }).correct };
  };

  it('lets score decide; without one, score says how many are open and how to name one', async () => {
    const decided = await scored('hashed');
    expect(decided.correct).toBe(true);
    expect(decided.error).not.toContain('undecided and count');
    const open = await scored(null);
    expect(open.correct).toBeNull();
    expect(open.error).toContain('1 answer is undecided and count');
    expect(open.error).toContain('APIBANK_TOOLSEARCHER_MODEL');
    expect(open.error).toContain('protocol data download toolsearcher-model');
  });

  it('is part of what a job is', async () => {
    const identityWith = async (model: string | null): Promise<unknown> => {
      const prepared = await prepareTeam(
        {
          dataset: 'apibank',
          datasetOptions: {},
          topology: 'single',
          parameters: { teamSize: null, communication: null, rounds: null, aggregation: null },
          model: null,
          taskEndpoints: [],
          seed: 0,
          concurrency: null,
        },
        contextOf(model, { out: '', error: '' }),
      );
      expect(prepared.embedder?.id ?? null).toBe(prepared.dataset.identity['embedder']);
      return prepared.dataset.identity['embedder'];
    };
    expect(await identityWith(null)).toBeNull();
    expect(await identityWith('hashed:64')).toBe('hashed:64');
    const tiny = modelFolder();
    expect(await identityWith(tiny)).toMatch(/^onnx:[0-9a-f]{16}\+[0-9a-f]{16}$/u);
    rmSync(tiny, { recursive: true });
  });

  it('is tried by data check, and a folder that is none stops it with what it lacks', async () => {
    const told = { out: '', error: '' };
    expect(await dataCheck.prepare(['apibank'])(contextOf('hashed', told))).toBe(0);
    expect(told.out).toMatch(
      /^ok {6}embedding model finds what was recorded: hashed:256: \d+ of 40 on level 2, \d+ of 21 on level 3$/mu,
    );
    const broken = modelFolder({ 'tokenizer.json': tinyTokenizer() });
    await expect(
      dataCheck.prepare(['apibank'])(contextOf(broken, { out: '', error: '' })),
    ).rejects.toThrow(`the model folder ${broken} has no .onnx file`);
    rmSync(broken, { recursive: true });
  });
});
