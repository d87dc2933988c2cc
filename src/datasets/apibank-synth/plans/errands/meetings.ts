/** Which errands are about meetings and the people in them? */
import type { Json } from '../../../../core/json.ts';
import { drawPerson } from '../../grammar/people.ts';
import { listed, say } from '../../grammar/phrases.ts';
import { asText, type Errand, type ErrandContext, outputList, outputText } from '../errand.ts';
import { AWAY, ROOMS, TOPICS } from '../tables.ts';
import { drawMeeting } from '../wording/moments.ts';
import { corrected, otherThan, request } from '../wording/request.ts';

const CALENDAR_OPENINGS = [
  'I am sorting out calendars.',
  'People here keep missing their appointments.',
  'I plan the week for the whole floor.',
  'Half of the team forgets what was agreed.',
  'The front desk asked me to help.',
];

function meetingsOf({ plan }: ErrandContext, name: string): readonly Json[] {
  return outputList(plan.call('QueryMeeting', { user_name: name }), 'meetings');
}

function remind({ plan }: ErrandContext, meeting: Json, recipient: string): void {
  const [name, time, location] = ['meeting_name', 'meeting_time', 'meeting_location'].map((field) =>
    outputText(meeting, field),
  ) as [string, string, string];
  const content = `${name} takes place in ${location}. Please be on time.`;
  plan.call('EmailReminder', { content, time, location, recipient });
}

/** One mail for each meeting in somebody's calendar. */
export const mailEveryMeeting: Errand = (context) => {
  const { random, facts } = context;
  const name = random.pick(facts.colleagues);
  const mail = drawPerson(random).email;
  for (const meeting of meetingsOf(context, name)) remind(context, meeting, mail);
  return request(random, {
    openings: CALENDAR_OPENINGS,
    asks: [
      '(Check|Look up|Go through) the meetings of {name} and send an email reminder (for|about) each of them to {mail}.',
      "(List|Find) {name}'s meetings, then (mail|email) a reminder of every single one to {mail}.",
      '{name} needs to be nudged: look (into the calendar for all meetings|up all meetings in the calendar) and send one reminder mail per meeting to {mail}.',
      'For every meeting in the calendar of {name}, an email reminder should go to {mail}, (in the order of the calendar|in the order of the list).',
      'What meetings does {name} have? Each of them (deserves|needs) an email reminder to {mail}.',
      'Please read out the meetings of {name} and (have|get) a reminder mailed to {mail} for each one, (in the order you find them|top to bottom).',
    ],
    slots: { name, mail },
  });
};

/** A mail for one meeting only, told by its name or room. */
export const mailOneMeeting: Errand = (context) => {
  const { random, facts } = context;
  const name = random.pick(facts.colleagues);
  const mail = drawPerson(random).email;
  const meeting = random.pick(meetingsOf(context, name));
  remind(context, meeting, mail);
  const which = say(
    random,
    [
      'the one called {topic}',
      'the meeting in the {room}',
      'the one about {topic}',
      'the one held in {room}',
    ],
    {
      topic: outputText(meeting, 'meeting_name'),
      room: outputText(meeting, 'meeting_location'),
    },
  );
  return request(random, {
    openings: CALENDAR_OPENINGS,
    asks: [
      '(Look up|Check) the meetings of {name} and send an email reminder to {mail}, but only for {which}.',
      "Find {which} among {name}'s meetings and mail a reminder of it to {mail}.",
      '(Read|Query) the meetings of {name}. One of them matters, {which}: send a reminder email (just for that one|for that one alone) to {mail}.',
      'Send (an email reminder|a reminder by email) to {mail} for {which}; you will find it when you list the meetings of {name}.',
      'Please go through the meetings that {name} has. The reminder email to {mail} should be for {which} and (nothing else|no other).',
      "A reminder email has to reach {mail} about {which}. First check {name}'s meetings for time and place.",
    ],
    slots: { name, mail, which },
  });
};

/** A meeting with those of a company who are not on the road. */
export const meetingOfPresent: Errand = ({ random, facts, plan }) => {
  const company = random.pick(facts.organizations);
  const members = outputList(
    plan.call('OrganizationMembers', { organization: company }),
    'members',
  );
  const present = members.filter(
    (name) => !AWAY.includes(asText(plan.call('TravelStatus', { member_name: name }))),
  );
  const meeting = drawMeeting(random);
  const topic = random.pick(TOPICS);
  const room = random.pick(ROOMS);
  plan.call('AddMeeting', {
    meeting_topic: topic,
    start_time: meeting.start,
    end_time: meeting.end,
    location: room,
    attendees: present,
  });
  return request(random, {
    openings: ['We need to talk soon.', 'The date finally stands.', ...CALENDAR_OPENINGS],
    asks: [
      '(Book|Schedule|Arrange) a meeting {when} with all members of {company} who are not (travelling|on a trip) - check everyone, one by one, in the order of the list.',
      'Get the members of {company}, see for each of them in turn whether they are travelling, and (schedule|book) a meeting {when} with those who are not.',
      'Who belongs to {company}? Go through (all|each) of them for their travel status. Whoever is not travelling gets invited: please add a meeting {when}.',
      'I want a meeting {when} with the people of {company}. List the members, check the travel status of every one of them and leave out (those|anybody) on the road.',
      'Please set up a meeting {when}. Guests are the staff of {company}, minus everybody who turns out to be travelling once you have checked them all.',
      'Everyone at {company} who is around should come to a meeting {when}: look up the members, then, member by member, who is travelling, then book it without the travellers.',
    ],
    details: [topicSentence(random, topic), roomSentence(random, room), ...meeting.notes],
    slots: { company, when: meeting.when },
  });
};

function topicSentence(random: ErrandContext['random'], topic: string): string {
  const said = corrected(random, topic, otherThan(random, TOPICS, topic));
  const quoted = [
    'The topic is "{topic}".',
    'Please title it "{topic}".',
    'It is about "{topic}".',
  ];
  const plain = [
    'Topic: {topic}.',
    'The meeting topic is {topic}.',
    'It should be called {topic}.',
  ];
  return say(random, said === topic ? [...quoted, ...plain] : plain, { topic: said });
}

function roomSentence(random: ErrandContext['random'], room: string): string {
  return say(
    random,
    [
      'The location is {room}.',
      'We meet in {room}.',
      'Location: {room}.',
      'It takes place in {room}.',
      'As for the place, take {room}.',
    ],
    { room: corrected(random, room, otherThan(random, ROOMS, room)) },
  );
}

/** Only who is where. */
export const whoTravels: Errand = ({ random, facts, plan }) => {
  const company = random.pick(facts.organizations);
  const members = outputList(
    plan.call('OrganizationMembers', { organization: company }),
    'members',
  );
  for (const name of members) plan.call('TravelStatus', { member_name: name });
  return request(random, {
    openings: [
      'I have to order lunch.',
      'The switchboard wants to know.',
      'I am filling in the rota.',
    ],
    asks: [
      'List the members of {company} and tell me (for each of them|one after the other) whether they are travelling.',
      'Which of the people at {company} are travelling (right now|at the moment)? Get the members first and check each.',
      '(I need|Give me) the travel status of everybody who belongs to {company}, in the order of the member list.',
      'Who works at {company}, and is each of these members travelling or not?',
      "Find out who the members of {company} are. Then check (all their|everyone's) travel status, top of the list to bottom.",
      'For every member of {company}: on the road or not? (Start with|First fetch) the list of members.',
    ],
    slots: { company },
  });
};

/** A meeting and the mail about it, everything said in the request. */
export const bookAndTell: Errand = ({ random, facts, plan }) => {
  const guests = random.sample(facts.colleagues, 2 + random.integer(2));
  const meeting = drawMeeting(random);
  const topic = random.pick(TOPICS);
  const location = random.pick(ROOMS);
  const mail = drawPerson(random).email;
  plan.call('AddMeeting', {
    meeting_topic: topic,
    start_time: meeting.start,
    end_time: meeting.end,
    location,
    attendees: guests,
  });
  plan.call('EmailReminder', {
    content: `Reminder: ${topic} in ${location}.`,
    time: meeting.start,
    location,
    recipient: mail,
  });
  return request(random, {
    openings: ['We settled on a date.', 'The group finally agreed.', ...CALENDAR_OPENINGS],
    asks: [
      '(Book|Schedule|Add) a meeting {when} with {guests}, and when it is booked send an email reminder of it to {mail}.',
      'Please arrange a meeting {when}; attendees are {guests}. Afterwards a reminder email (about it|for it) goes to {mail}.',
      '{guests} are to meet {when}. (Enter|Add) the meeting first, then email a reminder with time and place to {mail}.',
      'Two things, in this order: add a meeting {when} with {guests}, then send {mail} an email reminder.',
      'Set up a meeting {when}. Participants: {guests}. Once that is in, (mail|send) the reminder for it to {mail}.',
      'Could you put a meeting {when} into the calendar, attendees {guests}, and mail a reminder to {mail} right after that?',
    ],
    details: [topicSentence(random, topic), roomSentence(random, location), ...meeting.notes],
    slots: { guests: listed(guests), mail, when: meeting.when },
  });
};

/** The same people meet again. */
export const followUp: Errand = (context) => {
  const { random, facts, plan } = context;
  const name = random.pick(facts.colleagues);
  const first = meetingsOf(context, name)[0] ?? null;
  const again = drawMeeting(random);
  const topic = random.pick(TOPICS);
  const room = outputText(first, 'meeting_location');
  plan.call('AddMeeting', {
    meeting_topic: topic,
    start_time: again.start,
    end_time: again.end,
    location: room,
    attendees: outputList(first, 'meeting_attendees'),
  });
  return request(random, {
    openings: ['We were not done last time.', 'There is more to discuss.', ...CALENDAR_OPENINGS],
    asks: [
      "Look up {name}'s meetings and add a follow-up to the first one {when}, same room, same attendees.",
      'Check the meetings of {name}. The first in the list needs a sequel: book another meeting {when} with exactly its attendees in its room.',
      'Please query the meetings of {name} and take the top one. Its attendees should meet once more in the same place {when}, so (add|schedule) that meeting.',
      'The people in the first meeting of {name} have to come together again {when}. List the meetings to see who and where, then book a new meeting with the same crowd in the same location.',
      "What is the first meeting on {name}'s calendar? Copy its location and attendees into a new meeting {when}.",
      'From the calendar of {name}, find the first meeting and schedule a second round {when}: location and attendees stay as they are.',
    ],
    details: [topicSentence(random, topic), ...again.notes],
    slots: { name, when: again.when },
  });
};

/** Whether somebody is there decides what happens. */
export const bookOrMail: Errand = ({ random, facts, plan }) => {
  const name = random.pick(facts.colleagues);
  const meeting = drawMeeting(random);
  const topic = random.pick(TOPICS);
  const location = random.pick(ROOMS);
  const mail = drawPerson(random).email;
  const status = asText(plan.call('TravelStatus', { member_name: name }));
  if (AWAY.includes(status)) {
    plan.call('EmailReminder', {
      content: `${topic} in ${location}.`,
      time: meeting.start,
      location,
      recipient: mail,
    });
  } else {
    plan.call('AddMeeting', {
      meeting_topic: topic,
      start_time: meeting.start,
      end_time: meeting.end,
      location,
      attendees: [name],
    });
  }
  return request(random, {
    openings: ['It depends on one person.', 'I never know who is in.', ...CALENDAR_OPENINGS],
    asks: [
      'Is {name} travelling? If not, book a meeting with {name} alone {when}; if so, just send an email reminder of the event to {mail} instead.',
      'Check whether {name} is travelling at the moment. When travelling: email a reminder of the meeting to {mail}. Otherwise: add the meeting with {name} as only attendee. It is planned {when}.',
      'There may be a meeting {when}. Find out if {name} is travelling first - in that case only mail a reminder of it to {mail}, (else|otherwise) schedule it with {name} as the single guest.',
      'See where {name} is. Somebody on the road gets a reminder email at {mail} about what happens {when}; somebody who is not gets the meeting booked for {when}, with nobody else invited.',
      'Look up the travel status of {name}. If it says travelling or away, email {mail} a reminder for the event {when}. If it does not, add that meeting with just {name}.',
      'I would like to meet {name} {when}: check the travel status, then either schedule the meeting with {name} only or, should {name} be travelling, send an email reminder to {mail}.',
    ],
    details: [topicSentence(random, topic), roomSentence(random, location), ...meeting.notes],
    slots: { name, mail, when: meeting.when },
  });
};

/** Who is in it, and what is in their calendars. */
export const calendarsOfTeam: Errand = (context) => {
  const { random, facts, plan } = context;
  const company = random.pick(facts.organizations);
  const members = outputList(
    plan.call('OrganizationMembers', { organization: company }),
    'members',
  );
  const last = random.integer(2) === 0;
  meetingsOf(context, asText(last ? members.at(-1) : members[0]));
  return request(random, {
    openings: ['I want to catch somebody there.', 'A client asked me this.', ...CALENDAR_OPENINGS],
    asks: [
      'List the members of {company} and check the meetings of the {which} one.',
      'Who are the members of {company}? I only need the meetings of the person listed {which}.',
      'Get the people of {company}; whoever is {which} in that list of members, (show me|look up) their meetings.',
      "Please find the {which} member on {company}'s list, then query that person's meetings.",
      'Take the list of members of {company}. For the {which} name on it I want to see the meetings in the calendar.',
      'Out of everyone who belongs to {company}, the {which} one listed matters to me: which meetings are in that calendar?',
    ],
    slots: { company, which: last ? 'last' : 'first' },
  });
};
