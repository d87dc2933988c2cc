/** How do the records of the base world become the databases that its APIs read? */
import type { Json } from '../../../core/json.ts';
import type { RandomStream } from '../../../core/random.ts';
import { addDays, isoDate, isoMoment } from '../grammar/calendar.ts';
import type { PersonRecords } from './person-records.ts';
import type { BaseRecords } from './record-types.ts';
import { SYMPTOMS } from './tables/health.ts';
import { HOTELS, SHARES } from './tables/home.ts';
import { EVENTS, TOPICS } from './tables/knowledge.ts';

type Databases = { readonly [name: string]: Json };

export function baseDatabases(
  records: Omit<BaseRecords, 'databases'>,
  random: RandomStream,
): Databases {
  const { people, scenes, pictures, recordings, documents } = records;
  return {
    ...accountDatabases(people),
    ...officeDatabases(people),
    ...healthDatabases(people),
    TimeSwitch: switches(people),
    Scenes: Object.fromEntries(scenes.map(({ name, devices }) => [name, devices])),
    Hotel: hotelOrders(random),
    Stock: prices(people, random),
    History: history(),
    Wiki: encyclopedia(),
    ImageCaptioning: pictures.map(({ url, text }) => ({ url, caption: text })),
    SpeechRecognition: Object.fromEntries(recordings.map(({ url, text }) => [url, text])),
    QuestionAnswering: Object.fromEntries(
      documents.map(({ url, answers }) => [url, Object.fromEntries(answers)]),
    ),
  };
}

function accountDatabases(people: readonly PersonRecords[]): Databases {
  return {
    Account: Object.fromEntries(
      people.map(({ person: { username, password, token, email } }) => [
        username,
        { password, token, email },
      ]),
    ),
    Bank: Object.fromEntries(people.map(({ person, balance }) => [person.username, { balance }])),
  };
}

function officeDatabases(people: readonly PersonRecords[]): Databases {
  const table = (
    rows: (owner: PersonRecords) => readonly { readonly [name: string]: Json }[],
  ): Json =>
    numbered(
      people.flatMap((owner) =>
        rows(owner).map((row) => ({ ...row, username: owner.person.username })),
      ),
    );
  return {
    Agenda: table(({ agenda }) =>
      agenda.map(({ content, day, time, location }) => ({
        content,
        time: isoMoment(day, time),
        location,
      })),
    ),
    Alarm: table(({ alarms }) => alarms.map(({ day, time }) => ({ time: isoMoment(day, time) }))),
    Reminder: table(({ reminders }) =>
      reminders.map(({ content, day, time }) => ({ content, time: isoMoment(day, time) })),
    ),
    Meeting: table(({ meetings }) =>
      meetings.map(({ topic, day, start, end, location, attendees }) => ({
        meeting_topic: topic,
        start_time: isoMoment(day, start),
        end_time: isoMoment(day, end),
        location,
        attendees,
      })),
    ),
  };
}

function healthDatabases(people: readonly PersonRecords[]): Databases {
  return {
    Appointments: Object.fromEntries(
      people.flatMap(({ person, visits }) =>
        visits.map(({ id, day, doctor }) => [
          id,
          { patient_name: person.full, date: isoDate(day), doctor_name: doctor },
        ]),
      ),
    ),
    HealthData: Object.fromEntries(
      people.map(({ healthId, health }) => [
        healthId,
        health.map(({ day, time, values }) => ({ time: isoMoment(day, time), ...values })),
      ]),
    ),
    Symptom: SYMPTOMS,
  };
}

function numbered(rows: readonly Json[]): Json {
  return Object.fromEntries(rows.map((row, index) => [String(index + 1), row]));
}

function switches(people: readonly PersonRecords[]): Json {
  const byDevice: { [device: string]: Json[] } = {};
  for (const { device, on, day, time } of people.flatMap((owner) => owner.switches)) {
    byDevice[device] = [...(byDevice[device] ?? []), { time: isoMoment(day, time), on }];
  }
  return byDevice;
}

/** One old order per hotel, so that booking numbers do not start at nothing. */
function hotelOrders(random: RandomStream): Json {
  const orders = HOTELS.map((hotel) => {
    const arrival = addDays({ year: 2022, month: 1, day: 10 }, random.integer(300));
    return {
      hotel_name: hotel,
      check_in_time: isoDate(arrival),
      check_out_time: isoDate(addDays(arrival, 1 + random.integer(6))),
      room_count: 1,
      adult_count: 1 + random.integer(2),
      child_count: random.integer(3),
    };
  });
  return numbered(orders);
}

/** Prices with cents on the days around each person's time, of the shares that this person asks about. */
function prices(people: readonly PersonRecords[], random: RandomStream): Json {
  const byCode: { [code: string]: { [day: string]: number } } = {};
  for (const [, code] of SHARES) byCode[code] = {};
  for (const { now, shares } of people) {
    for (const [, code] of shares) {
      for (let offset = -6; offset <= 4; offset += 1) {
        const rows = byCode[code] ?? {};
        rows[isoDate(addDays(now, offset))] ??= (500 + random.integer(40_000)) / 100;
        byCode[code] = rows;
      }
    }
  }
  return byCode;
}

function history(): Json {
  return Object.fromEntries(
    EVENTS.map(([day, year, title, description]) => [
      day,
      [{ Title: title, Date: `${year}-${day}`, Description: description }],
    ]),
  );
}

function encyclopedia(): Json {
  return Object.fromEntries(
    TOPICS.map(([topic, summary]) => [
      topic,
      { url: `https://almanac.quillmail.net/${topic.replaceAll(' ', '-')}`, summary },
    ]),
  );
}
