/** How does a run lie on disk for `wandb sync`? */
import { crc32 } from 'node:zlib';
import { bytesField, message, numberField, textField, timestamp } from './protobuf.ts';
import type { TrackedRun } from './tracked-run.ts';

const BLOCK = 32_768;
const HEAD = 7;
/** `:W&B`, the magic number and version 0 of its log. */
const FILE_HEAD = Buffer.from([0x3a, 0x57, 0x26, 0x42, 0xe1, 0xbe, 0]);

/** Numbers of fields in wandb_internal.proto. */
const RECORD = { number: 1, history: 2, summary: 3, run: 17, exit: 18, final: 20, header: 21 };

/** Who wrote it, and from which version of the client on it can be read. */
const PROGRAM = message(textField(1, 'mas-protocol'), textField(2, '0.0.0'));

/** W&B allows few characters in ids; the job's hash has none else. */
export function wandbRunId({ id }: TrackedRun): string {
  return id.slice(0, 16);
}

/** Content of `run-<id>.wandb`: a log of records as the client of W&B writes it without a network. */
export function wandbLog(run: TrackedRun, project: string): Buffer {
  const summary = Object.fromEntries(run.metrics.map(({ key, value }) => [key, value]));
  const records = [
    bytesField(RECORD.header, bytesField(1, PROGRAM)),
    bytesField(RECORD.run, runRecord(run, project)),
    ...historyRecords(run),
    bytesField(RECORD.summary, items(1, summary)),
    bytesField(RECORD.exit, message(numberField(1, 0), numberField(2, seconds(run)))),
    bytesField(RECORD.final, message()),
  ];
  return framed(records.map((record, index) => message(numberField(RECORD.number, index), record)));
}

function seconds({ startedAt, endedAt }: TrackedRun): number {
  return Math.max(0, Math.round((endedAt - startedAt) / 1_000));
}

function runRecord(run: TrackedRun, project: string): Buffer {
  const { conformant, verdict = '' } = run.tags;
  const tags = [
    run.simulated ? 'simulated' : 'measured',
    conformant === 'true' ? 'conformant' : 'not conformant',
  ];
  return message(
    textField(1, wandbRunId(run)),
    textField(3, project),
    bytesField(4, items(1, { ...run.parameters, job: run.id })),
    textField(8, run.name),
    textField(9, verdict),
    ...tags.map((tag) => textField(10, tag)),
    bytesField(17, timestamp(run.startedAt)),
  );
}

/** One per step, in ascending order. */
function historyRecords({ metrics }: TrackedRun): Buffer[] {
  const steps = new Map<number, { [key: string]: number }>();
  for (const { key, value, step } of metrics) {
    // Measured once: it stands in the summary.
    if (step > 0) steps.set(step, { ...steps.get(step), [key]: value });
  }
  return [...steps]
    .sort(([left], [right]) => left - right)
    .map(([step, values]) =>
      bytesField(
        RECORD.history,
        message(items(1, { ...values, _step: step }), bytesField(2, message(numberField(1, step)))),
      ),
    );
}

/** Repeated `{ key, value_json }`. */
function items(field: number, values: { readonly [key: string]: unknown }): Buffer {
  return message(
    ...Object.entries(values).map(([key, value]) =>
      bytesField(field, message(textField(1, key), textField(16, JSON.stringify(value)))),
    ),
  );
}

/** LevelDB's log format: records cut into blocks, each piece with its checksum. */
function framed(records: readonly Buffer[]): Buffer {
  const pieces: Buffer[] = [FILE_HEAD];
  let at = FILE_HEAD.length;
  const put = (bytes: Buffer): void => {
    pieces.push(bytes);
    at += bytes.length;
  };
  for (const record of records) {
    for (let from = 0; from === 0 || from < record.length; ) {
      const room = BLOCK - (at % BLOCK);
      if (room < HEAD) put(Buffer.alloc(room));
      const part = record.subarray(from, from + BLOCK - (at % BLOCK) - HEAD);
      put(piece(part, kindOf(from === 0, from + part.length === record.length)));
      from += part.length;
    }
  }
  return Buffer.concat(pieces);
}

function kindOf(isFirst: boolean, isLast: boolean): number {
  if (isLast) return isFirst ? 1 : 4;
  return isFirst ? 2 : 3;
}

function piece(data: Buffer, kind: number): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(crc32(data, crc32(Buffer.from([kind]))), 0);
  head.writeUInt16LE(data.length, 4);
  head.writeUInt8(kind, 6);
  return Buffer.concat([head, data]);
}
