/** What do people want to have sent, played, described or looked up? */
import type { Json } from '../../../core/json.ts';
import { asObject } from '../../apibank/data/dialogues.ts';
import { dayDetail, detail } from '../dialogues/details.ts';
import type { Detail, Goal, Scene, Storyline } from '../dialogues/goal.ts';
import { addDays, isoDate } from '../grammar/calendar.ts';
import { drawPerson } from '../grammar/people.ts';
import { MONTHS, ordinal } from '../grammar/spoken-time.ts';
import { ARTISTS, SHARES, SONGS } from '../records/tables/home.ts';
import { EVENTS, TOPICS } from '../records/tables/knowledge.ts';
import { MEETING_TOPICS, REMINDER_CONTENTS } from '../records/tables/office.ts';

function receiverDetail({ random }: Scene, address: string): Detail {
  return detail({
    noun: 'address',
    said: address,
    slip: drawPerson(random).email,
    clauses: ['to {value}'],
    statements: ['It goes to {value}', 'The receiver is {value}'],
    questions: ['Who is the receiver?', 'To which address?', 'Where should I send it?'],
    answers: ['{value}', 'To {value}'],
  });
}

function subjectDetail(subject: string): Detail {
  return detail({
    noun: 'subject',
    said: `"${subject}"`,
    clauses: ['with the subject {value}'],
    statements: ['The subject is {value}.', 'Subject: {value}.'],
    questions: ['What is the subject?', 'And the subject line?'],
    answers: ['{value}.', 'Write {value}.'],
  });
}

const SENTENCES = [
  'Could we meet an hour later?',
  'The keys are under the blue flower pot.',
  'Thank you for the lovely evening!',
  'Please send me the signed copy.',
  'I will bring the cake and the plates.',
  'The parcel arrived in one piece.',
  'Let me know which colour you prefer.',
  'We found your umbrella in the hall.',
  'The train is late, start without me.',
  'Do not forget to lock the shed.',
];

const sendEmail: Storyline = (scene) => {
  const { random } = scene;
  const receiver = drawPerson(random).email;
  const subject = random.pick(MEETING_TOPICS);
  const content = random.pick([
    ...SENTENCES,
    ...REMINDER_CONTENTS.map((text) => `Please ${text}.`),
  ]);
  return [
    {
      api: 'SendEmail',
      requests: [
        'I need to send a mail{details}.',
        '(Could|Can) you write an email{details}?',
        'Please send an email{details}.',
        'My mail program is down, so send an email for me{details}.',
        'Send a mail{details}.',
        'Let us get an email out{details}.',
      ],
      details: [
        receiverDetail(scene, receiver),
        subjectDetail(subject),
        detail({
          noun: 'text',
          said: `"${content}"`,
          clauses: ['that reads {value}'],
          statements: ['The content is {value}', 'The text: {value}'],
          questions: ['What should the mail say?', 'What is the content?'],
          answers: ['{value}', 'Write {value}'],
        }),
      ],
      done: ['The mail is on its way.', 'Sent.'],
      arguments: () => ({ receiver, subject, content }),
    },
  ];
};

const playMusic: Storyline = ({ random }) => {
  const song = random.pick(SONGS);
  const artist = random.pick(ARTISTS);
  return [
    {
      api: 'PlayMusic',
      requests: [
        'I am in the mood for music by {artist}, please play a song.',
        '(Could|Can) you play a song by {artist}?',
        'Please put some music on, something by {artist}.',
        'It is too quiet here. Play something by {artist}.',
        'Start the player with music by {artist}.',
        'I would love to hear {artist}. Play a song, please.',
      ].map((text) => text.replace('{artist}', artist)),
      details: [
        detail({
          noun: 'song',
          said: `"${song}"`,
          slip: `"${random.pick(SONGS)}"`,
          statements: ['The song is {value}.', 'I want to hear {value}.'],
          questions: ['Which song?', 'What is the song called?'],
          answers: ['{value}.', '{value}, please.'],
        }),
      ],
      done: ['Enjoy the music.', 'It is playing.'],
      arguments: () => ({ music_name: song }),
      introduced: 'always',
    },
  ];
};

function urlDetail(url: string): Detail {
  return detail({
    noun: 'link',
    said: url,
    statements: ['The link is {value}', 'It lies at {value}', 'Here it is: {value}'],
    questions: [
      'Where (can I find it|is it)?',
      'What is the link?',
      '(Could|Can) you send me the link?',
    ],
    answers: ['{value}', 'Here: {value}'],
  });
}

function captionGoal({ random, records }: Scene): Goal {
  const { url } = random.pick(records.pictures);
  return {
    api: 'ImageCaption',
    requests: [
      'What can be seen in a picture that I have here?',
      '(Could|Can) you describe a picture for me?',
      'Please tell me what a photo shows.',
      'I cannot see well. Describe an image for me, please.',
      'A caption for a picture, please.',
      'Somebody sent me a photo. What is in it?',
    ],
    details: [urlDetail(url)],
    done: ['It shows this: {output}.', 'The picture: {output}.'],
    arguments: () => ({ url }),
  };
}

function transcriptGoal({ random, records }: Scene): Goal {
  const { url } = random.pick(records.recordings);
  return {
    api: 'SpeechRecognition',
    requests: [
      'I need a recording in writing.',
      '(Could|Can) you write down what is said in a recording?',
      'Please transcribe an audio file.',
      'There is a voice message, and I cannot listen to it now. What does it say?',
      'What is spoken in an audio file that I got?',
      'Turn a recording into text, please.',
    ],
    details: [urlDetail(url)],
    done: ['It says: {output}', 'The transcript: {output}'],
    arguments: () => ({ url }),
  };
}

const documentQuestion: Storyline = ({ random, records }) => {
  const { url, answers } = random.pick(records.documents);
  const [question] = random.pick(answers);
  return [
    {
      api: 'DocumentQA',
      requests: [
        'I have a question about a document.',
        '(Could|Can) you look something up in a document?',
        'Please answer a question from a text file.',
        'A document is too long for me, find the answer to my question in it.',
        'Read a document for me, I need to know one thing.',
        'There must be an answer in a document, please find it.',
      ],
      details: [
        urlDetail(url),
        detail({
          noun: 'question',
          said: `"${question}"`,
          statements: ['My question is {value}', 'The question reads {value}'],
          questions: ['What is the question?', 'What do you want to know?'],
          answers: ['{value}', 'My question: {value}'],
        }),
      ],
      done: ['{output}', 'The document says: {output}'],
      arguments: () => ({ url, question }),
    },
  ];
};

/** What was found out is sent on: the text of the mail is what the call before returned. */
function thenMail(
  first: (scene: Scene) => Goal,
  what: string,
  text: (output: Json) => Json = (output) => output,
): Storyline {
  return (scene) => {
    const source = first(scene);
    const receiver = drawPerson(scene.random).email;
    const subject = scene.random.pick(MEETING_TOPICS);
    return [
      source,
      {
        api: 'SendEmail',
        requests: [
          `please mail the ${what} as it is{details}.`,
          `send exactly that ${what} by email{details}.`,
          `write an email{details} whose text is just the ${what}.`,
          `the ${what} should go out by mail{details}, word for word.`,
        ],
        details: [receiverDetail(scene, receiver), subjectDetail(subject)],
        done: ['The mail is on its way.'],
        arguments: (earlier) => ({
          receiver,
          subject,
          content: text(
            earlier.findLast(({ apiName }) => apiName === source.api)?.result.output ?? null,
          ),
        }),
      },
    ];
  };
}

function wikiGoal({ random }: Scene): Goal {
  const [topic] = random.pick(TOPICS);
  return {
    api: 'Wiki',
    requests: [
      'I want to read up on something.',
      '(Could|Can) you look something up in the encyclopedia?',
      'Please search the encyclopedia for me.',
      'My daughter has a school project, look it up in the encyclopedia.',
      'A bit of general knowledge from the encyclopedia, please.',
      'What does the encyclopedia say?',
    ],
    details: [
      detail({
        noun: 'subject',
        said: topic,
        slip: random.pick(TOPICS)[0],
        statements: ['The keyword is {value}.', 'It is about {value}.', 'Keyword: {value}.'],
        questions: ['What is the keyword?', 'Which subject?'],
      }),
    ],
    done: ['Here is the summary.', 'I found the article.'],
    arguments: () => ({ keyword: topic }),
    introduced: 'always',
  };
}

const stock: Storyline = (scene) => {
  const { random, owner, today } = scene;
  const [company, code] = random.pick(owner.shares);
  const day = addDays(today, -1 - random.integer(5));
  return [
    {
      api: 'QueryStock',
      requests: [
        `What did a share of ${company} cost{details}?`,
        `(Could|Can) you look up the stock price of ${company}{details}?`,
        `Please tell me the price of ${company} stock{details}.`,
        `I am following ${company}. Find the stock price{details}.`,
        `How did ${company} close{details}? I need the stock price.`,
        `The stock price of ${company}{details}, please.`,
      ],
      details: [
        detail({
          noun: 'stock code',
          said: code,
          slip: random.pick(SHARES)[1],
          statements: ['The stock code is {value}.', 'The ticker is {value}.'],
          questions: ['What is the stock code?', 'Which ticker symbol is it?'],
        }),
        dayDetail(scene, day),
      ],
      done: ['The price was {output}.', 'It closed at {output}.'],
      arguments: () => ({ stock_code: code, date: isoDate(day) }),
    },
  ];
};

const historyToday: Storyline = ({ random }) => {
  const [day] = random.pick(EVENTS);
  const [other] = random.pick(EVENTS);
  const spoken = (text: string): string => {
    const [month = 1, number = 1] = text.split('-').map(Number);
    const name = MONTHS[month - 1] ?? '';
    return random.pick([
      `${name} ${number}`,
      `${name} ${ordinal(number)}`,
      `the ${ordinal(number)} of ${name}`,
    ]);
  };
  return [
    {
      api: 'QueryHistoryToday',
      requests: [
        'What happened in history on my birthday?',
        '(Could|Can) you look up a day in history?',
        'Please tell me what happened on a day in the past.',
        'I am writing a speech about a day in history. What happened?',
        'Look up the events of a day in history.',
        'Which historical events fall on our anniversary?',
      ],
      details: [
        detail({
          noun: 'day',
          said: spoken(day),
          slip: spoken(other),
          statements: ['The day is {value}.', 'It is {value}.'],
          questions: ['Which day is it?', 'Which month and day?'],
        }),
      ],
      done: ['This is what happened.', 'I found an event.'],
      arguments: () => ({ date: day }),
      introduced: 'always',
    },
  ];
};

export const MEDIA_STORYLINES: { readonly [name: string]: Storyline } = {
  sendEmail,
  playMusic,
  caption: (scene) => [captionGoal(scene)],
  transcript: (scene) => [transcriptGoal(scene)],
  documentQuestion,
  captionThenMail: thenMail(captionGoal, 'description'),
  transcriptThenMail: thenMail(transcriptGoal, 'transcript'),
  wiki: (scene) => [wikiGoal(scene)],
  wikiThenMail: thenMail(wikiGoal, 'summary', (output) => asObject(output)?.['summary'] ?? null),
  stock,
  historyToday,
};
