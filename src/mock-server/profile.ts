/** How unwell is the server? A profile of latencies, storms and faults, read from YAML. */
import { type Static, Type } from '@sinclair/typebox';
import { readYaml } from '../config/yaml.ts';

const closed = { additionalProperties: false };
const chance = Type.Number({ minimum: 0, maximum: 1 });
const milliseconds = Type.Number({ minimum: 0 });

/** What can become of one call instead of its reply; the README of this folder says what each looks like. */
export const FAULT_KINDS = [
  'rate-limit',
  'server-error',
  'hang',
  'refuse',
  'cut',
  'slow-drip',
  'html',
  'error-body',
  'empty-choices',
  'empty-content',
  'null-content',
  'reasoning-only',
  'thinking-leak',
  'truncated',
  'damaged-arguments',
  'context-overflow',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

const fault = Type.Object(
  {
    kind: Type.Union(FAULT_KINDS.map((kind) => Type.Literal(kind))),
    chance,
    /** Only this many first attempts of a request can meet it; absent: every attempt. */
    attempts: Type.Optional(Type.Integer({ minimum: 1 })),
    /** rate-limit and server-error: value of the retry-after header, as it is sent; absent: no header. */
    retryAfter: Type.Optional(Type.String()),
    /** server-error: the status. */
    status: Type.Optional(Type.Integer({ minimum: 500, maximum: 599 })),
    /** slow-drip: over how long the reply is written. */
    dripMs: Type.Optional(milliseconds),
  },
  closed,
);

export const profileSchema = Type.Object(
  {
    /** One line for the person who starts the server. */
    description: Type.String({ minLength: 1 }),
    seed: Type.Integer({ minimum: 0 }),
    latency: Type.Object(
      {
        medianMs: milliseconds,
        /** Standard deviation of the logarithm: 0 is always the median, 0.5 has one in forty at 2.7 times it. */
        spread: Type.Number({ minimum: 0, maximum: 3 }),
        /** Added for the reply's length; 0: length costs no time. */
        tokensPerSecond: Type.Number({ minimum: 0 }),
      },
      closed,
    ),
    /** Times at which most calls are refused with 429, counted from the first call. */
    storms: Type.Optional(
      Type.Object(
        {
          everyMs: Type.Number({ exclusiveMinimum: 0 }),
          lengthMs: milliseconds,
          chance,
          retryAfter: Type.Optional(Type.String()),
        },
        closed,
      ),
    ),
    faults: Type.Array(fault),
  },
  closed,
);

export type Profile = Static<typeof profileSchema>;
export type ProfileFault = Static<typeof fault>;

/**
 * @param file the path as the user should read it in messages
 * @throws ConfigError with all problems at once
 */
export function readProfile(text: string, file: string): Profile {
  return readYaml<Profile>(text, { file, schema: profileSchema });
}
