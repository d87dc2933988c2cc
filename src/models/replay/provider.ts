/** What did a model say when this request was recorded? */
import { readFileSync } from 'node:fs';
import { ModelError, PrerequisiteError } from '../../core/errors.ts';
import { sha256 } from '../../core/json.ts';
import type { ModelProvider, ModelReply, ModelRequest } from '../../core/model.ts';
import type { Recorded } from '../middleware/record.ts';
import { requestKey } from '../middleware/request-key.ts';
import { throwIfAborted } from '../transport/deadline.ts';

const HOW_TO_RECORD =
  'record it: put `record((line) => appendFileSync(file, line))` from src/models/middleware/record.ts around the real provider and run once';

/**
 * Plays a file of recorded replies. Nothing is ever asked of a model.
 *
 * @throws PrerequisiteError when the file is missing or is no recording
 */
export function replayProvider(file: string): ModelProvider {
  const text = readRecording(file);
  const replies = parseRecording(text, file);
  return {
    id: `replay@${sha256(text).slice(0, 16)}`,
    simulated: true,
    generate: async (request, signal) => {
      throwIfAborted(signal);
      const reply = replies.get(requestKey(request));
      if (reply === undefined) throw notRecorded(request, file);
      return Promise.resolve(reply);
    },
  };
}

function readRecording(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new PrerequisiteError(`the recording ${file} cannot be read`, {
      hints: [HOW_TO_RECORD],
      cause,
    });
  }
}

/** A request that was recorded twice is answered by the last line. */
function parseRecording(text: string, file: string): ReadonlyMap<string, ModelReply> {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }));
  return new Map(
    lines
      .filter(({ line }) => line.trim() !== '')
      .map(({ line, number }) => {
        const recorded = parseLine(line);
        if (recorded === null) {
          throw new PrerequisiteError(`${file}:${number} is no recorded reply`, {
            hints: ['delete the line, or record again'],
          });
        }
        return [recorded.key, recorded.reply] as const;
      }),
  );
}

function parseLine(line: string): Pick<Recorded, 'key' | 'reply'> | null {
  try {
    const value = JSON.parse(line) as Partial<Recorded> | null;
    const isRecorded = typeof value?.key === 'string' && typeof value.reply?.text === 'string';
    return isRecorded ? (value as Recorded) : null;
  } catch {
    return null;
  }
}

function notRecorded(request: ModelRequest, file: string): ModelError {
  const { model, channel, sample } = request;
  const name = requestKey(request).slice(0, 12);
  return new ModelError(
    `${file} holds no reply to this request (${name}: model ${model}, channel ${channel}, sample ${sample})`,
    { kind: 'not-found', retry: false, hints: [HOW_TO_RECORD] },
  );
}
