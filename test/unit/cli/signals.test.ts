import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exitCodeOf } from '../../../src/cli/exit-code.ts';
import { asInterruption, stopSignals } from '../../../src/cli/signals.ts';
import { type InterruptedError, ModelError, StoreError } from '../../../src/core/errors.ts';

/** The signals of a process that records its end instead of ending. */
function fakeProcess() {
  const listeners = new Map<string, () => void>();
  const exits: number[] = [];
  return {
    exits,
    send: (signal: string) => listeners.get(signal)?.(),
    source: {
      on: (signal: string, listener: () => void) => listeners.set(signal, listener),
      exit: (code: number) => {
        exits.push(code);
        return undefined as never;
      },
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('first stop, then cut, then end', () => {
  const { source, send, exits } = fakeProcess();
  const said: string[] = [];
  const { stop, abort } = stopSignals(source, (text) => said.push(text));
  send('SIGINT');
  expect([stop.aborted, abort.aborted]).toEqual([true, false]);
  expect(said.join('')).toContain('Ctrl-C again to stop now');
  send('SIGINT');
  expect(abort.aborted).toBe(true);
  expect(exits).toEqual([]);
  send('SIGINT');
  expect(exits).toEqual([130]);
});

test('what does not notice that it was cut ends two seconds later', () => {
  const { source, send, exits } = fakeProcess();
  stopSignals(source, () => undefined);
  send('SIGTERM');
  send('SIGTERM');
  vi.advanceTimersByTime(1999);
  expect(exits).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(exits).toEqual([130]);
});

test('what was cut by the user is an interruption; what broke for another reason is told as it is', () => {
  const control = new AbortController();
  const commandLine = 'protocol score --predictions a --out b';
  const cut = new DOMException('This operation was aborted', 'AbortError');
  const called = new ModelError('cut', { kind: 'aborted', retry: false });
  const how = { stop: control.signal, commandLine };
  expect(asInterruption(cut, how)).toBe(cut);
  control.abort();
  for (const error of [cut, called]) {
    const told = asInterruption(error, how);
    expect(exitCodeOf(told)).toBe(130);
    expect((told as InterruptedError).hints).toEqual([commandLine]);
  }
  const full = new StoreError('the disk is full');
  const defect = new TypeError('x is not a function');
  expect([asInterruption(full, how), asInterruption(defect, how)]).toEqual([full, defect]);
});
