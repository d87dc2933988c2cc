/** What is a job of a sweep called? The path of its folder below the sweep's root: other settings, other name. */
import type { ProtocolConfig } from '../../config/protocol.ts';
import { digest } from '../../core/json.ts';
import { pathSegment } from '../../store/path-segment.ts';
import type { SweepSettings } from '../file/schema.ts';
import type { SweepCell } from './cells.ts';
import { gateOf } from './sweep-request.ts';

const HASH_LENGTH = 8;

/**
 * `<method>/<dataset>/<topology>/<model>/<what differs>/<seed>`. Where nothing differs from configs/protocol.yaml, the
 * folder is the one of `protocol run`, and the two share their results.
 */
export function jobKey(
  cell: SweepCell,
  settings: SweepSettings,
  { protocol, alias }: { readonly protocol: ProtocolConfig; readonly alias: string },
): string {
  const differing = variants(cell, settings, protocol)
    .map(([name, value]) => `${name}-${String(value)}`)
    .join('.');
  return [
    cell.method,
    cell.dataset,
    cell.topology,
    alias,
    ...(differing === '' ? [] : [differing]),
    String(cell.seed),
  ]
    .map(pathSegment)
    .join('/');
}

type Variant = readonly [name: string, value: string | number];

/** Everything that makes another job, and is not what `protocol run` takes when nothing is said. */
function variants(cell: SweepCell, settings: SweepSettings, protocol: ProtocolConfig): Variant[] {
  const optimize = [...(settings.optimize ?? protocol.optimize)].sort().join('+');
  const usual = [...protocol.optimize].sort().join('+');
  const entries: readonly (readonly [string, string | number | null | undefined, unknown])[] = [
    ['team-size', cell.teamSize, null],
    ['communication', cell.communication, null],
    ['split', cell.split, protocol.split.kind],
    ['split-seed', settings.splitSeed, protocol.split.seed],
    ['task', settings.task, 'calls'],
    ['dataset-seed', settings.datasetSeed, 0],
    ['dataset-size', settings.datasetSize, null],
    ['budget', settings.budget, protocol.budget],
    ['optimize', optimize, usual],
    ['max-call-ratio', settings.maxCallRatio, protocol.maxCallRatio],
    ['rounds', settings.rounds, null],
    ['aggregation', settings.aggregation, null],
    ['space', settings.space, 'grid'],
    ['framework', settings.framework, protocol.framework],
    ['answer', answerMode(settings), 'text'],
    ['race', settings.race === true ? 'on' : null, null],
    ['abort-hopeless', settings.abortHopeless === true ? 'on' : null, null],
    ['schedule', settings.schedule, null],
    ['options', hashed(settings.options), null],
    ['schedule-options', hashed(settings.scheduleOptions), null],
    ['gate', hashed(gateOf(settings).gate), null],
  ];
  return entries.flatMap(([name, value, usualValue]) =>
    value === null || value === undefined || value === usualValue ? [] : [[name, value] as const],
  );
}

function answerMode({ answerMode: mode, toolTurns }: SweepSettings): string {
  if (mode !== 'tools') return 'text';
  return toolTurns === undefined ? 'tools' : `tools-${toolTurns}`;
}

function hashed(value: object | undefined): string | null {
  if (value === undefined || Object.keys(value).length === 0) return null;
  return digest(value).slice(0, HASH_LENGTH);
}
