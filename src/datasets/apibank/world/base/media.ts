/** How do the APIs behave that read documents, pictures and sound, play music and send mail? */

import { PyError } from '../../python/error.ts';
import { pyStr } from '../../python/repr.ts';
import { PyBytes } from '../../python/value.ts';
import { defineApi, failure } from '../api.ts';
import {
  allOf,
  exact,
  sameException,
  sameNormalized,
  sameNormalizedByField,
  sameOutput,
} from '../compare.ts';
import {
  contains,
  lookup,
  lower,
  strip,
  strippedLower,
  subscript,
  textFor,
} from '../operations.ts';

/** Lower-case letters and digits with at most one dot or underscore before the @; two or three letters at the end. */
const mailAddress = /^[a-z0-9]+[._]?[a-z0-9]+@[\p{L}\p{N}_]+\.[\p{L}\p{N}_]{2,3}$/u;

const documentQa = defineApi({
  name: 'DocumentQA',
  database: 'QuestionAnswering',
  parameters: { url: 'str', question: 'str' },
  call: (args, object) => {
    const url = strip(args.url);
    const question = strip(args.question);
    if (question === '') throw failure('The question is empty.');
    const answers = object.rows().get(url);
    if (answers === undefined) throw failure('The document of this url failed to be processed.');
    // The answers are a list while the original looks for a key, so none is ever found.
    return typeof question === 'string' && contains(answers, question)
      ? subscript(answers, question)
      : 'The question is too difficult to answer.';
  },
  check: allOf(
    // One after the other: a question is only looked at when the urls agree.
    sameNormalized({ url: strip }),
    sameNormalized({ question: strip }),
    sameOutput,
    sameException,
  ),
});

const imageCaption = defineApi({
  name: 'ImageCaption',
  database: 'ImageCaptioning',
  parameters: { url: 'str' },
  call: (args, object) => {
    const url = textFor(strip(args.url), 'endswith');
    if (!/\.(?:jpg|jpeg|png)$/.test(url)) {
      throw failure('The url should end with .jpg, .jpeg or .png.');
    }
    const image = object.rows().get(url);
    if (image === undefined) throw failure('The image of this url failed to be processed.');
    return subscript(image, 'caption');
  },
  check: exact,
});

const speechRecognition = defineApi({
  name: 'SpeechRecognition',
  database: 'SpeechRecognition',
  parameters: { url: 'str' },
  call: (args, object) => {
    const url = textFor(strip(args.url), 'endswith');
    if (!url.endsWith('.wav')) throw failure('The url should end with .wav.');
    if (!object.rows().has(url)) throw failure('The audio of this url failed to be processed.');
    return lookup(object.rows(), url);
  },
  check: exact,
});

const playMusic = defineApi({
  name: 'PlayMusic',
  parameters: { music_name: 'str' },
  call: ({ music_name }) => {
    const name = strip(lower(music_name));
    if (name === '') throw failure('The music name cannot be empty.');
    return `music://${pyStr(name)}`;
  },
  check: sameOutput,
});

const sendEmail = defineApi({
  name: 'SendEmail',
  parameters: { receiver: 'str', subject: 'str', content: 'str' },
  call: (args) => {
    const [receiver, subject, content] = [args.receiver, args.subject, args.content].map(strip);
    if (receiver instanceof PyBytes) {
      throw new PyError('TypeError', 'cannot use a string pattern on a bytes-like object');
    }
    if (typeof receiver !== 'string' || !mailAddress.test(receiver)) {
      throw failure('Email address of the receiver is invalid.');
    }
    if (subject === '') throw failure('Subject cannot be empty.');
    if (content === '') throw failure('Content cannot be empty.');
    return 'success';
  },
  check: allOf(
    sameNormalizedByField({ receiver: strippedLower, subject: strip, content: strip }),
    sameOutput,
    sameException,
  ),
});

export const mediaApis = [documentQa, imageCaption, speechRecognition, playMusic, sendEmail];
