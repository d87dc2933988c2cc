/** What must hold of a dataset whose tasks can be answered by function calls? Part of the dataset suite. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dataset, TaskRef, ToolUse } from '../../src/core/dataset.ts';

export interface ToolSubject {
  readonly dataset: () => Dataset;
  readonly load: () => Promise<readonly TaskRef[]>;
  /** Texts that would give the reference answer of the task away. */
  readonly referenceTexts: (id: string) => Promise<readonly string[]>;
}

/** Every one passes for a dataset without tools: then nothing is promised. */
export function describeTools({ dataset, load, referenceTexts }: ToolSubject): void {
  const { signal } = new AbortController();
  const each = async (
    check: (tools: ToolUse, task: TaskRef) => Promise<void> | void,
  ): Promise<void> => {
    const { tools } = dataset();
    if (tools === null) return;
    for (const task of await load()) await check(tools, task);
  };

  describe('its function tools', () => {
    it('are named as every wire format takes it, and the same each time', () =>
      each((tools, task) => {
        const schemas = tools.schemas(task);
        expect(schemas.length, task.id).toBeGreaterThan(0);
        expect(new Set(schemas.map(({ name }) => name)).size).toBe(schemas.length);
        for (const { name, description, parameters } of schemas) {
          expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          expect(description.trim()).not.toBe('');
          expect(parameters['type']).toBe('object');
        }
        expect(tools.schemas(task)).toEqual(schemas);
      }));

    it('tell the task without its reference answer, and without what the functions say', () =>
      each(async (tools, task) => {
        const brief = tools.brief(task);
        expect(brief.outputContract.trim()).not.toBe('');
        expect(brief.task.length).toBeLessThan(dataset().brief(task).task.length);
        const shown = JSON.stringify([brief, tools.schemas(task)]);
        for (const text of await referenceTexts(task.id)) {
          expect(shown).not.toContain(JSON.stringify(text).slice(1, -1));
        }
      }));

    it('make an answer of every call, and a wrong one of a call that cannot be read', () =>
      each(async (tools, task) => {
        const [name = ''] = tools.schemas(task).map((schema) => schema.name);
        for (const sent of ['', '{"a":', '[]', '{"a b":1}', '\0', '{"x":"\ud800"}']) {
          const answer = tools.answerOf(task, { id: '1', name, arguments: sent });
          const score = await dataset().score(task, answer.text);
          if (answer.reading === 'damaged')
            expect([score.correct, score.score]).toEqual([false, 0]);
        }
      }));

    it('never throw for a call, read or carried out', async () => {
      const { tools } = dataset();
      const [task] = await load();
      if (tools === null || task === undefined) return;
      const session = await tools.session(task);
      const names = [...tools.schemas(task).map(({ name }) => name), 'unknown', ''];
      const argument = fc.oneof(fc.string({ unit: 'binary' }), fc.json());
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names), argument, async (name, sent) => {
          const call = { id: '1', name, arguments: sent };
          expect(['clean', 'repaired', 'damaged']).toContain(tools.answerOf(task, call).reading);
          expect((await session.execute(call, signal)).text).not.toBe('');
        }),
        { numRuns: 200 },
      );
    });

    it('give equal results to equal calls in every session', () =>
      each(async (tools, task) => {
        const run = async (): Promise<unknown[]> => {
          const session = await tools.session(task);
          const results: unknown[] = [];
          for (const { name } of tools.schemas(task)) {
            results.push(await session.execute({ id: '1', name, arguments: '{}' }, signal));
          }
          return results;
        };
        expect(await run()).toEqual(await run());
      }));
  });
}
