/** Which processes live? */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { processIdentity } from '../../../src/cli/process-identity.ts';

const own = processIdentity();

test('this one does, and a number beyond every process does not', () => {
  expect([own.isAlive(own.pid), own.isAlive(2 ** 30)]).toEqual([true, false]);
});

test.runIf(existsSync('/proc/self/stat'))(
  'a killed one does not, though nobody has asked how it ended',
  async () => {
    // The shell starts a child that ends at once, tells its number and becomes a program that never asks for its end.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const child = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    );
    await expect.poll(() => own.isAlive(child), { timeout: 20_000 }).toBe(false);
    // Still in the list of processes: the parent has not asked.
    expect(() => process.kill(child, 0)).not.toThrow();
    parent.kill('SIGKILL');
  },
);
