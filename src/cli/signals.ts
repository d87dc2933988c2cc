/** What does Ctrl-C do? First it asks to stop, then it cuts what is in flight, then it ends the process. */
import { InterruptedError, ModelError } from '../core/errors.ts';
import { EXIT_INTERRUPTED } from './exit-code.ts';

/** What of `process` is used. */
export interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  exit(code: number): never;
}

export interface StopSignals {
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
}

/** Calls that do not notice that they were cut may not keep the user waiting. */
const CUT_GRACE_MS = 2000;

export function stopSignals(source: SignalSource, say: (text: string) => void): StopSignals {
  const stop = new AbortController();
  const abort = new AbortController();
  const onSignal = (): void => {
    if (abort.signal.aborted) source.exit(EXIT_INTERRUPTED);
    if (!stop.signal.aborted) {
      say('\nstopping: what is in flight is finished first (Ctrl-C again to stop now)\n');
      stop.abort();
      return;
    }
    abort.abort();
    setTimeout(() => source.exit(EXIT_INTERRUPTED), CUT_GRACE_MS).unref();
  };
  source.on('SIGINT', onSignal);
  source.on('SIGTERM', onSignal);
  return { stop: stop.signal, abort: abort.signal };
}

/** What broke only because the user stopped it is no defect and no fault of a server; every other error stays. */
export function asInterruption(
  error: unknown,
  { stop, commandLine }: { readonly stop: AbortSignal; readonly commandLine: string },
): unknown {
  const isCut =
    error instanceof ModelError
      ? error.kind === 'aborted'
      : error instanceof Error && error.name === 'AbortError';
  if (!stop.aborted || !isCut) return error;
  return new InterruptedError('stopped. Do it again with:', { hints: [commandLine], cause: error });
}
