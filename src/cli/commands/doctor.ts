/** Will a job on this model run, and will its figures mean something? Asked before anything is spent. */
import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ResolvedModel, resolveModel } from '../../config/models.ts';
import { namedEntry } from '../../config/names.ts';
import { readProtocolConfig } from '../../config/protocol.ts';
import { systemSecrets } from '../../config/secrets.ts';
import { UsageError } from '../../core/errors.ts';
import { type Examination, examineModel } from '../../doctor/examine.ts';
import { type Finding, fail, ok, warn } from '../../doctor/finding.ts';
import { readConfig } from '../../protocol/preparation/prepare-team.ts';
import { providers } from '../../registry.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE, EXIT_FAILED } from '../exit-code.ts';
import { endpointProblems } from './endpoints.ts';

/** A job writes tens of megabytes; a study of a hundred, some gigabytes. */
const LEAST_BYTES = 200e6;
const COMFORTABLE_BYTES = 5e9;

export const doctor = defineCommand({
  words: 'doctor',
  summary: "Look whether a model's servers are as a job needs them: each finding with its fix.",
  flags: {
    model: {
      kind: 'text',
      placeholder: 'NAME',
      describe: 'as for protocol run (default from configs/protocol.yaml)',
    },
    baseUrl: {
      kind: 'texts',
      placeholder: 'URL',
      separator: ',',
      describe: "endpoints to look at, in the model's stead: equal replicas",
    },
    json: { kind: 'switch', describe: 'one JSON line' },
  },
  examples: [
    { line: 'doctor', describe: 'The model that a job would use' },
    { line: 'doctor --model gpt', describe: 'Another one of configs/models.yaml' },
    {
      line: 'doctor --model qwen --base-url http://localhost:8000/v1,http://localhost:8001/v1',
      describe: 'Two replicas',
    },
  ],
  seeAlso: 'protocol list models',
  run: async ({ model, baseUrl, json }, context) => {
    const protocol = await readConfig(context, 'protocol.yaml', readProtocolConfig);
    const text = await readConfig(context, 'models.yaml', (content) => content);
    const named = resolveModel(model ?? protocol.model, {
      modelsFileText: text,
      path: 'configs/models.yaml',
      environment: context.environment,
      secrets: systemSecrets,
      flags: {},
    });
    const plugin = await namedEntry(providers, named.provider, 'provider')();
    if (baseUrl.length > 0 && !plugin.needsEndpoint) {
      throw new UsageError(`model ${named.alias} has no server that --base-url could name`, {
        hints: ['leave --base-url out, or name a model with a server: protocol list models'],
      });
    }
    const problems = endpointProblems(baseUrl, '--base-url');
    if (problems.length > 0) throw new UsageError(problems);
    const resolved = baseUrl.length > 0 ? { ...named, endpoints: baseUrl } : named;
    const examined = await examineModel(resolved, plugin, {
      decoding: protocol.decoding.evaluation,
      now: context.now,
      signal: context.abort,
    });
    const all = [...examined, { subject: 'this machine', findings: [await diskFinding(context)] }];
    const failed = all.some(({ findings }) => findings.some(({ level }) => level === 'fail'));
    if (json) context.writeOut(`${JSON.stringify({ ok: !failed, examined: all })}\n`);
    else context.writeOut(shown(all, resolved, failed));
    return failed ? EXIT_FAILED : EXIT_DONE;
  },
});

async function diskFinding({ workingDirectory }: CommandContext): Promise<Finding> {
  const { bavail, bsize } = await statfs(resolve(workingDirectory));
  const free = bavail * bsize;
  const told = `${(free / 1e9).toFixed(1)} GB free where runs/ would be`;
  const fix = 'free some space, or choose another place with --out';
  if (free < LEAST_BYTES) return fail('disk', told, fix);
  return free < COMFORTABLE_BYTES ? warn('disk', told, fix) : ok('disk', told);
}

const MARKS = { ok: 'OK  ', warn: 'WARN', fail: 'FAIL' } as const;

function shown(all: readonly Examination[], { model }: ResolvedModel, failed: boolean): string {
  const blocks = all.map(({ subject, findings }) => {
    const lines = findings.flatMap(({ check, level, message, fix }) => [
      `  ${MARKS[level]}  ${check.padEnd(11)}  ${message}`,
      ...(fix === null ? [] : [`                     → ${fix}`]),
    ]);
    return [subject, ...lines].join('\n');
  });
  const end = failed
    ? `${model} is not ready for a job: mend what says FAIL.`
    : `${model} is ready. What says WARN costs time, money or exactness, not the result.`;
  return `${blocks.join('\n\n')}\n\n${end}\n`;
}
