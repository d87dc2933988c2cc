import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameRuns, wordOverlap } from '../../../../src/report/overfit/word-overlap.ts';

const none: ReadonlySet<string> = new Set();

function overlap(seed: string, winner: string, texts: readonly string[], frame = none) {
  return wordOverlap(
    { seed: { solver: seed }, winner: { solver: winner } },
    texts.map((text, index) => ({ id: `t${index}`, text })),
    frame,
  );
}

describe('copied words', () => {
  test('are found whatever stands between them, and shown as the prompt has them', () => {
    const found = overlap(
      'Be exact.',
      'Be exact. Remember: “book THE blue\nroom for nine guests” please.',
      ['USER: hello', 'USER: could you book the blue room, for nine guests? yes'],
    );
    // 11 words make 7 runs of five and 4 of eight; "book the blue room for nine guests" has 7 words: 3 runs of five.
    expect(found.runs).toEqual([
      { size: 5, added: 7, copied: 3 },
      { size: 8, added: 4, copied: 0 },
    ]);
    expect(found.longest).toEqual({
      words: 7,
      text: 'book THE blue\nroom for nine guests',
      role: 'solver',
      taskId: 't1',
    });
  });

  test('that the seed had already are not the winner’s', () => {
    const text = 'one two three four five six seven eight nine';
    expect(overlap(text, `${text} ten`, [text])).toEqual({
      runs: [
        { size: 5, added: 1, copied: 0 },
        { size: 8, added: 1, copied: 0 },
      ],
      longest: null,
    });
  });

  test('a run in most tasks is the frame, one in half of them is not', () => {
    const frame = 'answer with one bracketed call';
    const own = 'wake me at six tomorrow';
    const texts = [`${frame} a`, `${frame} b ${own}`, `c ${frame}`, own].map((text, index) => ({
      id: `t${index}`,
      text,
    }));
    const prompts = { solver: `${frame}. ${own}.` };
    const runs = frameRuns(texts, prompts);
    expect(runs.has(frame)).toBe(true);
    expect(runs.has(own)).toBe(false);
    expect(frameRuns(texts, { solver: own }).size).toBe(0);
    expect(frameRuns(texts.slice(0, 3), prompts).size).toBe(0);
  });

  test('short prompts, no prompts and no tasks have no runs', () => {
    expect(overlap('', 'only four words here', ['only four words here']).longest).toBeNull();
    expect(overlap('', '', []).runs).toEqual([
      { size: 5, added: 0, copied: 0 },
      { size: 8, added: 0, copied: 0 },
    ]);
  });

  test('the longest run agrees with comparing every pair of places', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 24 });
    fc.assert(
      fc.property(words, words, (prompt, task) => {
        const found = overlap('', prompt.join(' '), [task.join(' ')]).longest?.words ?? 0;
        let longest = 0;
        prompt.forEach((_, start) => {
          for (let end = start + 1; end <= prompt.length; end += 1) {
            const run = ` ${prompt.slice(start, end).join(' ')} `;
            if (` ${task.join(' ')} `.includes(run)) longest = Math.max(longest, end - start);
          }
        });
        expect(found).toBe(longest < 5 ? 0 : longest);
      }),
    );
  });
});
