/** What do people say when they book a hotel? */
import type { JsonObject } from '../../../core/json.ts';
import type { RandomStream } from '../../../core/random.ts';
import { dayDetail, detail } from '../dialogues/details.ts';
import type { Detail, Scene, Storyline } from '../dialogues/goal.ts';
import { addDays, type Day, isoDate } from '../grammar/calendar.ts';
import { numberWord } from '../grammar/spoken-time.ts';
import { HOTELS } from '../records/tables/home.ts';

interface Stay {
  readonly hotel: string;
  readonly arrival: Day;
  readonly nights: number;
  readonly rooms: number;
  readonly adults: number;
  readonly children: number;
}

function drawStay({ random, today }: Scene): Stay {
  const adults = 1 + random.integer(4);
  return {
    hotel: random.pick(HOTELS),
    arrival: addDays(today, 2 + random.integer(10)),
    nights: 1 + random.integer(5),
    rooms: adults > 2 ? 2 + random.integer(2) : 1 + random.integer(2),
    adults,
    children: random.integer(4),
  };
}

/** Singular and plural. */
type Noun = readonly [one: string, many: string];

function counted(random: RandomStream, count: number, [one, many]: Noun): string {
  const number = random.next() < 0.5 ? String(count) : numberWord(count);
  if (count === 0) return `no ${many}`;
  return `${number} ${count === 1 ? one : many}`;
}

function countDetail(random: RandomStream, count: number, noun: Noun): Detail {
  return detail({
    noun: `number of ${noun[1]}`,
    said: counted(random, count, noun),
    slip: count > 0 && count < 3 ? counted(random, count + 1, noun) : null,
    clauses: ['for {value}', 'with {value}'],
    statements: ['There will be {value}.', 'That is {value}.', 'We need it for {value}.'],
    questions: [`How many ${noun[1]}?`, `And the number of ${noun[1]}?`],
    answers: ['{value}.', '{value}, please.'],
  });
}

function roomsDetail(random: RandomStream, count: number): Detail {
  return {
    ...countDetail(random, count, ['room', 'rooms']),
    clauses: ['with {value}'],
    statements: ['We need {value}.', '{value}, please.', '{value} will do.'],
  };
}

function checkIn(scene: Scene, arrival: Day): Detail {
  return {
    ...dayDetail(scene, arrival),
    noun: 'check-in',
    clauses: [],
    isPhrase: false,
    statements: ['Check-in is {value}.', 'We arrive {value}.'],
    questions: ['When is the check-in?', 'When do you arrive?'],
    answers: ['{value}.', 'We arrive {value}.'],
  };
}

/** The day of departure, or how many nights lie before it. */
function checkOut(scene: Scene, { arrival, nights }: Stay): Detail {
  const { random } = scene;
  if (random.next() < 0.4) {
    return detail({
      noun: 'length of the stay',
      said: counted(random, nights, ['night', 'nights']),
      statements: ['We stay for {value}.', 'It is for {value}.'],
      questions: ['For how many nights?', 'How long will you stay?'],
      answers: ['{value}.', 'We stay {value}.'],
    });
  }
  return {
    ...dayDetail(scene, addDays(arrival, nights)),
    noun: 'check-out',
    clauses: [],
    isPhrase: false,
    slip: null,
    statements: ['Check-out is {value}.', 'We leave {value}.'],
    questions: ['When is the check-out?', 'When do you leave?'],
    answers: ['{value}.', 'We leave {value}.'],
  };
}

function hotelDetail(random: RandomStream, hotel: string): Detail {
  return detail({
    noun: 'hotel',
    said: hotel,
    slip: random.pick(HOTELS),
    statements: ['The hotel is {value}.', 'The hotel is called {value}.'],
    questions: ['Which hotel (is it|do you have in mind)?', 'What is the hotel called?'],
  });
}

export const bookHotel: Storyline = (scene) => {
  const { random } = scene;
  const stay = drawStay(scene);
  return [
    {
      api: 'BookHotel',
      requests: [
        'We need a hotel{details}.',
        '(Could|Can) you book a hotel{details}?',
        'Please reserve a hotel{details}.',
        'I am planning a trip, so book a hotel{details}.',
        'Book a hotel stay{details}.',
        'A short break is due: make a hotel booking{details}, please.',
      ],
      details: [
        hotelDetail(random, stay.hotel),
        checkIn(scene, stay.arrival),
        checkOut(scene, stay),
        roomsDetail(random, stay.rooms),
        countDetail(random, stay.adults, ['adult', 'adults']),
        countDetail(random, stay.children, ['child', 'children']),
      ],
      done: [
        'Booked; the number of the booking is {output}.',
        'The rooms are yours, booking {output}.',
      ],
      arguments: () => stayArguments(stay),
    },
  ];
};

function stayArguments({ hotel, arrival, nights, rooms, adults, children }: Stay): JsonObject {
  return {
    hotel_name: hotel,
    check_in_time: isoDate(arrival),
    check_out_time: isoDate(addDays(arrival, nights)),
    room_count: rooms,
    adult_count: adults,
    child_count: children,
  };
}
