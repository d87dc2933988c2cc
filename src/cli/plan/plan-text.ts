/** How is a plan told? One job in full; many as a table with their sum. */
import pc from 'picocolors';
import type { Bound, Bounds } from '../../protocol/plan/bounds.ts';
import { BOUNDS } from '../../protocol/plan/bounds.ts';
import type { JobPlan, Plan } from '../../protocol/plan/plan-jobs.ts';
import type { PlanTotals } from '../../protocol/plan/totals.ts';
import type { PHASES } from '../../protocol/plan/use.ts';
import type { Terminal } from '../command.ts';
import { duration, quantity } from '../render/quantities.ts';
import { renderTable } from '../render/table.ts';
import { WIDTH, wrap } from '../render/wrapped.ts';

export interface PlanLook {
  /** What runs it. */
  readonly command: string;
  readonly terminal: Terminal;
}

/** Lines for stdout, ending with a line break. */
export function planText(plan: Plan, totals: PlanTotals, look: PlanLook): string {
  const [only] = plan.jobs;
  const body =
    plan.jobs.length === 1 && plan.impossible.length === 0 && only !== undefined
      ? jobLines(only, look)
      : studyLines(plan, totals, look);
  return `${[...body, '', ...closing(plan, look)].join('\n')}\n`;
}

function jobLines(job: JobPlan, { terminal }: PlanLook): string[] {
  const { bold, yellow } = pc.createColors(terminal.colour);
  const { calls, tokens } = job;
  const sum = (phase: (typeof PHASES)[number]): Bounds => totalOf(Object.values(calls[phase]));
  return [
    bold(job.title),
    `${counted(job.agents, 'agent')}, ${counted(job.callsPerTask, 'call')} per task, budget ${job.budget} rollouts`,
    ...warnings(job).map((line) => yellow(line)),
    '',
    row('', BOUNDS.map(String)),
    row('model calls', whole(calls.total)),
    row('  optimize', whole(sum('optimize')), channelText(job)),
    row(
      '  validate',
      whole(sum('validate')),
      job.sharesBaseline ? 'the seed team is measured by another job' : '',
    ),
    row('  test', whole(sum('test')), 'low: nothing better than the seed is found'),
    row('tokens in', shortly(totalOf([tokens.task.input, tokens.reflection.input]))),
    row('tokens out', shortly(totalOf([tokens.task.output, tokens.reflection.output]))),
    row('price', ...priceCells(job)),
    row('time', ...timeCells(job.milliseconds)),
    '',
    ...wrapped(budgetText(job)),
  ];
}

function studyLines(plan: Plan, totals: PlanTotals, { terminal }: PlanLook): string[] {
  const { bold, yellow } = pc.createColors(terminal.colour);
  const rows = plan.jobs.map((job) => [
    `${job.method} ${job.topology} ${job.models.task} ${job.seed}`,
    spread(job.calls.total, thousands),
    spread(totalOf([job.tokens.task.input, job.tokens.reflection.input]), quantity),
    spread(totalOf([job.tokens.task.output, job.tokens.reflection.output]), quantity),
    job.costUsd === null ? 'unknown' : isFree(job) ? 'free' : spread(job.costUsd, dollars),
    job.milliseconds === null ? 'unknown' : spread(job.milliseconds, duration),
    String(job.search.proposed.likely),
  ]);
  const shared = plan.jobs.filter(({ sharesBaseline }) => sharesBaseline).length;
  const header = ['job', 'calls', 'tokens in', 'tokens out', 'price', 'time', 'candidates'];
  return [
    bold(
      `${counted(plan.jobs.length, 'job')}${shared === 0 ? '' : `, ${shared} share a baseline`}`,
    ),
    renderTable(header, rows).trimEnd(),
    '',
    row('together', BOUNDS.map(String)),
    row('model calls', whole(totals.calls)),
    row('tokens in', shortly(totals.inputTokens)),
    row('tokens out', shortly(totals.outputTokens)),
    row('price', ...totalPrice(plan, totals)),
    row(
      'time',
      ...timeCells(totals.milliseconds),
      totals.milliseconds === null ? '' : 'one job after another',
    ),
    ...plan.jobs
      .flatMap((job) =>
        warnings(job).map((line) => yellow(`${job.method} × ${job.topology}: ${line}`)),
      )
      .filter((line, index, all) => all.indexOf(line) === index),
    ...plan.impossible.map(({ title, problem }) => yellow(`cannot be run: ${title}: ${problem}`)),
  ];
}

function closing({ probes, said, jobs }: Plan, { command, terminal }: PlanLook): string[] {
  const { dim } = pc.createColors(terminal.colour);
  const bases = [...new Set(jobs.flatMap((job) => job.said))];
  const spent = probes.map(({ usage, costUsd, title }) => {
    const price =
      costUsd === null ? 'at an unknown price' : costUsd === 0 ? 'free' : `for ${dollars(costUsd)}`;
    return `the probe asked ${counted(usage.modelCalls, 'call')} ${price}: ${title}`;
  });
  return [
    ...[said, ...bases].flatMap((line) => wrapped(line).map((part) => dim(part))),
    ...(spent.length === 0 ? ['nothing was spent'] : spent),
    `run it with: ${command}`,
  ];
}

function warnings(job: JobPlan): string[] {
  const off = job.offGrid.map((axis) => `off the experiment grid: ${axis}`);
  const refused = job.refused ? ['protocol run refuses it without --allow-any-cell'] : [];
  const prices = job.unknownPrices.map(
    (purpose) => `the price of ${job.models[purpose]} is unknown: say it in configs/models.yaml`,
  );
  return [...job.notices, ...off, ...refused, ...prices];
}

function channelText({ calls: { optimize } }: JobPlan): string {
  const names = { task: 'agents', probe: 'probes', reflect: 'reflection', judge: 'judge' } as const;
  return (['task', 'probe', 'reflect', 'judge'] as const)
    .filter((channel) => optimize[channel].high > 0)
    .map((channel) => `${names[channel]} ${spread(optimize[channel], thousands)}`)
    .join(', ');
}

function budgetText({ search, method, minimumBudget, budget, models }: JobPlan): string {
  const { rollouts, proposed, accepted, stop } = search;
  const buys =
    proposed.high === 0
      ? 'this budget: no new candidate'
      : `this budget: about ${counted(proposed.likely, 'candidate')} (${spread(proposed, thousands)}), ${thousands(accepted.likely)} of them accepted on a team such as the stand-in`;
  const step =
    minimumBudget === 0
      ? ''
      : `; ${method} needs ${counted(minimumBudget, 'rollout')} for one step`;
  const ends =
    stop === 'budget' || rollouts.likely === budget
      ? ''
      : ` The search would end by itself (${stop}) after about ${counted(rollouts.likely, 'rollout')}.`;
  return `${buys}${step}.${ends} Written and judged by ${models.reflection}.`;
}

function priceCells(job: JobPlan): [string[], string] {
  if (job.costUsd === null)
    return [
      ['unknown', '', ''],
      `no price of ${job.unknownPrices.map((purpose) => job.models[purpose]).join(', ')} in configs/models.yaml`,
    ];
  if (isFree(job)) return [['free', '', ''], 'as configs/models.yaml says'];
  const days = Object.values(job.prices).flatMap((price) =>
    typeof price === 'object' ? [price.asOf] : [],
  );
  return [
    cells(job.costUsd, dollars),
    `configs/models.yaml, prices of ${[...new Set(days)].join(', ')}`,
  ];
}

function totalPrice({ jobs }: Plan, { costUsd, unknownPrices }: PlanTotals): [string[], string] {
  const missing =
    unknownPrices.length === 0 ? '' : `without ${unknownPrices.join(', ')}, whose price is unknown`;
  if (costUsd === null) return [['unknown', '', ''], missing];
  const known = jobs.filter((job) => job.costUsd !== null);
  if (known.every(isFree)) return [['free', '', ''], missing];
  return [cells(costUsd, dollars), missing];
}

function isFree({ prices, unknownPrices, costUsd }: JobPlan): boolean {
  return unknownPrices.length === 0 && costUsd?.high === 0 && prices.task === 'free';
}

function timeCells(milliseconds: Bounds | null): [string[], string] {
  return milliseconds === null
    ? [['unknown', '', ''], '--latency-ms, --tokens-per-second or --probe tell']
    : [cells(milliseconds, duration), ''];
}

const LABEL = 13;
const CELL = 11;

function row(label: string, values: readonly string[], remark = '', more = ''): string {
  const columns = values.map((value) => value.padStart(CELL)).join('');
  const told = [remark, more].filter((text) => text !== '').join('; ');
  return `${label.padEnd(LABEL)}${columns}${told === '' ? '' : `   ${told}`}`.trimEnd();
}

function cells(bounds: Bounds, shown: (value: number) => string): string[] {
  return BOUNDS.map((bound) => shown(bounds[bound]));
}

function whole(bounds: Bounds): string[] {
  return cells(bounds, thousands);
}

function shortly(bounds: Bounds): string[] {
  return cells(bounds, quantity);
}

function spread(bounds: Bounds, shown: (value: number) => string): string {
  const [low, likely, high] = cells(bounds, shown);
  return low === high ? `${likely}` : `${low}–${high}`;
}

function totalOf(all: readonly Bounds[]): Bounds {
  const sum = (bound: Bound): number => all.reduce((total, bounds) => total + bounds[bound], 0);
  return { low: sum('low'), likely: sum('likely'), high: sum('high') };
}

function wrapped(text: string): string[] {
  return wrap(text, WIDTH - 2);
}

function thousands(value: number): string {
  return value.toLocaleString('en-US');
}

/** Small sums with the digits that matter: `$0.0042`, `$18.30`, `$1,204`. */
function dollars(value: number): string {
  if (value >= 1000) return `$${Math.round(value).toLocaleString('en-US')}`;
  if (value === 0 || value >= 0.1) return `$${value.toFixed(2)}`;
  return `$${Number(value.toPrecision(2))}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
