/** What do descriptions of the media and information APIs say? */
import type { ApiTexts } from './entry.ts';
import { DATE_FORM } from './forms.ts';

export const MEDIA_TEXTS: { readonly [name: string]: ApiTexts } = {
  SendEmail: {
    description: 'Sends a mail.',
    inputs: {
      receiver: 'Mail address of whom it goes to.',
      subject: 'Subject line, word for word.',
      content: 'Text of the mail, word for word.',
    },
    outputs: { status: ['str', 'Outcome of the operation.'] },
  },
  PlayMusic: {
    description: 'Starts a piece of music on the player.',
    inputs: { music_name: 'Title of the piece, without its artist.' },
    outputs: { status: ['str', 'Link that starts the player.'] },
  },
  ImageCaption: {
    description: 'Describes in a sentence what a picture shows.',
    inputs: { url: 'Address of the picture; it ends with .jpg, .jpeg or .png.' },
    outputs: { caption: ['str', 'The sentence.'] },
    database: 'ImageCaptioning',
  },
  SpeechRecognition: {
    description: 'Writes down what is spoken in a recording.',
    inputs: { url: 'Address of the recording; it ends with .wav.' },
    outputs: { transcript: ['str', 'What is spoken.'] },
    database: 'SpeechRecognition',
  },
  DocumentQA: {
    description: 'Answers a question from the text of a document.',
    inputs: {
      url: 'Address of the document; it ends with .txt.',
      question: 'The question, word for word as it is asked.',
    },
    outputs: { answer: ['str', 'What the document says about it.'] },
    database: 'QuestionAnswering',
  },
  QueryStock: {
    description: 'Gives the price of a share on a day.',
    inputs: {
      stock_code: 'Ticker symbol of the share.',
      date: `The day, ${DATE_FORM}.`,
    },
    outputs: { stock_price: ['float', 'Price at the end of that day.'] },
    database: 'Stock',
  },
  QueryHistoryToday: {
    description: 'Tells what happened on a day of the year in the past.',
    inputs: { date: 'Month and day, in the form %m-%d.' },
    outputs: { history: ['list', 'Events of that day.'] },
    database: 'History',
  },
  Wiki: {
    description: 'Looks a subject up in an encyclopedia.',
    inputs: { keyword: 'The subject.' },
    outputs: { results: ['dict', 'Address of the article and a summary.'] },
    database: 'Wiki',
  },
  GetToday: {
    description: 'Says which day it is today.',
    inputs: {},
    outputs: { date: ['str', 'Today, in the form %Y-%m-%d.'] },
  },
  ToolSearcher: {
    description: 'Finds the API that fits a need.',
    inputs: { keywords: 'A few words that say what the wanted API does.' },
    outputs: { best_match: ['Union[list, dict]', 'Description of what fits best.'] },
  },
};
