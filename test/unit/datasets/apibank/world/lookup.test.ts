/** Stocks, history, encyclopedia, files, music, mail: what do they answer, and what is compared? */
import { describe, expect, it } from 'vitest';
import { answer, openWorld, record, result, verdict } from './small-world.ts';

describe('information', () => {
  it('quotes stocks, days and articles', () => {
    const world = openWorld();
    expect(result(world, 'QueryStock', { stock_code: 'xyz ', date: '2024-5-1' })).toBe(10.25);
    expect(result(world, 'QueryStock', { stock_code: 'XYZ', date: '2024-05-02' })).toContain(
      'not maintained',
    );
    const event = ['Title: May, Date: 1886-05-01, Description: Strike.'];
    expect(result(world, 'QueryHistoryToday', { date: '05-01' })).toEqual(event);
    expect(result(world, 'QueryHistoryToday', { date: '3-5-1' })).toEqual(event);
    expect(result(world, 'QueryHistoryToday', { date: '02-29' })).toBe(
      '! day is out of range for month',
    );
    expect(result(world, 'Wiki', { keyword: 'Black_Tea' })).toEqual({
      url: 'https://wiki.org/tea',
      summary: 'A drink.',
    });
  });

  it('stands still on one day and compares the result alone', () => {
    expect(answer(openWorld(), 'GetToday')).toEqual({
      api_name: 'GetToday',
      input: null,
      output: '2023-03-31',
      exception: null,
    });
    expect(verdict(openWorld(), 'GetToday', [{}, null])).toBe(true);
  });
});

describe('media', () => {
  it('never answers a question about a document', () => {
    const ask = (url: string, question: string): unknown =>
      result(openWorld(), 'DocumentQA', { url, question });
    expect(ask('https://docs.org/a.txt', 'Who?')).toBe('The question is too difficult to answer.');
    expect(ask('https://docs.org/b.txt', 'Who?')).toContain('failed to be processed');
    expect(ask('https://docs.org/b.txt', ' ')).toBe('! The question is empty.');
  });

  it('knows files by their address and ending', () => {
    const world = openWorld();
    expect(result(world, 'ImageCaption', { url: ' https://pics.org/a.png ' })).toBe('a cat');
    expect(result(world, 'ImageCaption', { url: 'https://pics.org/a.PNG' })).toContain(
      'should end',
    );
    expect(result(world, 'ImageCaption', { url: 'x.jpeg' })).toContain('failed to be processed');
    expect(result(world, 'SpeechRecognition', { url: 'https://talk.org/a.wav' })).toBe('hello');
    expect(result(world, 'SpeechRecognition', { url: 'a.mp3' })).toBe(
      '! The url should end with .wav.',
    );
  });

  it('plays by name and compares the output alone', () => {
    const gold = record('PlayMusic', { music_name: 'other' }, 'music://song');
    expect(verdict(openWorld(), 'PlayMusic', [{ music_name: ' SONG ' }, gold])).toBe(true);
    expect(result(openWorld(), 'PlayMusic', { music_name: ' ' })).toContain('cannot be empty');
  });

  it.each([
    ['ann.lee@mail.org', true],
    ['ann@mail.or', true],
    ['an@mäil.org', true],
    ['a@mail.org', false],
    ['Ann@mail.org', false],
    ['ann.b.c@mail.org', false],
    ['ann@mail.co.uk', false],
    ['ann@mail.info', false],
    ['ann@ma-il.org', false],
  ])('mails to %s: %s', (receiver, accepted) => {
    const mail = { receiver, subject: 's', content: 'c' };
    const expected = accepted ? 'success' : '! Email address of the receiver is invalid.';
    expect(result(openWorld(), 'SendEmail', mail)).toBe(expected);
  });
});
