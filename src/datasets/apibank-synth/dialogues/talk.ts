/** What do the two say around a request? */

export const GREETINGS: readonly string[] = [
  'Hi!',
  'Hello!',
  'Hey there.',
  'Good morning.',
  'Good evening!',
  'Hi, hope you are well.',
  'Hello again.',
  'Hey, quick question.',
  'Sorry to bother you.',
];

export const INTRODUCTIONS: readonly string[] = [
  'This is {full}.',
  '{first} {last} here.',
  "(It's|It is) {first} {last} (again|speaking).",
  "I'm {full}.",
  'My name is {full}.',
  '{first} here, {first} {last}.',
];

/** Nothing in them has to do with a value of the request. */
export const ASIDES: readonly string[] = [
  'I am typing this on the train, so excuse my spelling.',
  'My coffee has gone cold again.',
  'It has been (a long|quite a) (day|week).',
  'I keep forgetting these things.',
  'My phone battery is nearly empty, so let us be quick.',
  'A friend told me that you are good at this.',
  'I tried to do it myself, but (gave up|got lost in the menus).',
  'The (rain|wind|traffic) is terrible here today.',
  'I would have called, but (nobody picks up|the line is busy).',
  'Later I may need something else, but one thing at a time.',
  'At some point I also have to sort out my photos, not now though.',
  'I will want to book a holiday as well one day, just not with you right now.',
  'My (sister|brother|neighbour|colleague) usually does that for me.',
  'I finally have a quiet minute.',
  'The kids are (asleep|at school|outside), so now is the moment.',
  'Do not worry about the paperwork, that is done.',
];

/** They hold a day, a time or a name that the request is not about, and say so. */
export const DECOYS: readonly string[] = [
  '{first} is visiting (me|us) {day}, but that has nothing to do with this.',
  'I have a (call|train|haircut) at {time} {day}; leave that (out of it|alone).',
  "(Ignore|Never mind) the note about {full}, that is (somebody else's|another) business.",
  '{first} wanted something similar {day}, but (already has it|changed plans).',
  'By the way, {full} says hello.',
  'My neighbour {first} moves out {day}, in case I sound distracted.',
];

/** A question that has nothing to do with anything, and its answer. */
export const CHATS: readonly (readonly [question: string, answer: string])[] = [
  ['Do you ever (sleep|take a break)?', 'No, I am (always|around the clock) here. What can I do?'],
  [
    'Are you a real person?',
    'I am an assistant( program|), but I (will do|do) my best. How can I help?',
  ],
  ['How are you today?', 'Very well, thank you. What (can I do|do you need)?'],
  [
    'Is this the right place for (small|everyday) things?',
    'It is. (Tell me|Just say) what you need.',
  ],
  ['Can you (keep a secret|be discreet)?', '(Of course|Certainly). What is it about?'],
  ['(Busy|Much to do) today?', 'There is always time for you. How can I help?'],
  ['Do you speak (slowly|other languages) too?', 'English suits me best. What do you need?'],
];

export const TODAY_BY_USER: readonly string[] = [
  'Today is {today}.',
  '(For reference|Just so you know), today is {today}.',
  'To be clear, today is {today}.',
  'It is {today} today.',
  "(Today's date|The date today) is {today}.",
];

export const TODAY_BY_ASSISTANT: readonly string[] = [
  'Today is {today}, just to be on the same page.',
  'My calendar says that today is {today}.',
  'For the record, today is {today}.',
  'I will take today as {today}.',
  "(Today's date|The date today) is {today}.",
];

export const TODAY_LOOKED_UP: readonly string[] = [
  'Let me check (which day it is|the date of today) first.',
  'One moment, I look up (the current date|which day today is).',
  'I first have to find out (what the date is today|which day we have).',
  'Before that, let me see which day it is today.',
];

export const ACKNOWLEDGED: readonly string[] = [
  '(Sure|Certainly|Of course|Gladly).',
  'I can do that.',
  'Happy to help.',
  '(Alright|All right|Okay).',
  'No problem.',
  'Let us see.',
  'With pleasure.',
];

export const SEARCHING: readonly string[] = [
  'Let me (look for|find) (a|the right) tool (for that|first).',
  'I will look for (an API|a service) that can do this.',
  'One moment, I search (my tools|the tool box) for that.',
  'Let me see which tool (does|can do) that.',
  'I have to find a fitting tool first.',
  'There should be a tool for it, let me search.',
];

export const LOGIN_ASKED: readonly string[] = [
  '(I need|For that I need) to sign you in: what are your username and password?',
  'Please (give|tell) me your username and password so that I can sign you in.',
  'That takes a login. (Could|Can) you (tell|give) me username and password?',
  'To (open|reach) your account I need your username and your password.',
  'First I have to authenticate you. Username and password, please?',
  '(Which account is it|Whose account is it)? I need the username and its password.',
];

export const LOGIN_GIVEN: readonly string[] = [
  'My username is {username} and my password is {password}',
  'Username {username}, password {password}',
  'The password is {password} and the username is {username}.',
  'It is {username}, and the password is {password}',
  "I'm {username} there; the password (is|reads) {password}",
  'Sure, username: {username}, password: {password}',
  'Username: {username}, email: {email}, password: {password}',
  'My password is {password}, and my user name is {username}.',
  'You can sign me in as {username} with the password {password}',
];

/** The right password comes last. */
export const LOGIN_MENDED: readonly string[] = [
  'Username {username}, password {wrong}. Ah no, that is the old one: my password is {password}',
  'My username is {username} and my password is {wrong}. Sorry, typo: the password is {password}',
  'The username is {username}. The password is {wrong}, no, wait, it is {password}',
];

export const SIGNED_IN: readonly string[] = [
  'Thank you, you are signed in.',
  'Got it, the login worked.',
  'Thanks. (I have|Now I have) access to your account.',
  'That worked.',
  'Welcome back, {first}.',
];

export const SIGNING_IN: readonly string[] = [
  'Thank you, let me sign you in.',
  'Thanks. One moment for the login.',
  'I will get your token.',
  '(Signing|Logging) you in now.',
];

export const BEFORE_CALL: readonly string[] = [
  'I will do that now.',
  'Give me a second.',
  'Thank you, (that is all I need|now I have everything).',
  'One moment(, please|).',
  'On it.',
  'Perfect, just a moment.',
  'Let me take care of it.',
];

/** The user says otherwise before anything has happened. */
export const CONFIRMATIONS: readonly string[] = [
  'Shall I go ahead?',
  'Is that all correct?',
  'Ready when you are: shall I (do it|go on)?',
  'Is everything right like that?',
];

export const AGREED: readonly string[] = [
  'Yes, (please|go ahead).',
  '(Right|Correct|Exactly).',
  'All (good|correct), go on.',
  'Please do.',
  'Yes, that is it.',
];

/** `{said}` replaces `{slip}`. */
export const CORRECTIONS: readonly string[] = [
  'No wait, I got the {noun} wrong: not {slip}, I meant {said}.',
  'Sorry, (a correction|one change): the {noun} is not {slip}, (make it|it is) {said}.',
  'Oh, I mixed something up. Instead of {slip} it has to be {said}.',
  '(Actually|Hold on), not {slip} but {said}. My mistake.',
  'Hmm, scratch {slip}; (make that|take) {said} (please|instead).',
];

export const FOLLOW_UPS: readonly string[] = [
  'One more thing: {request}',
  'Thanks! Then there is something else: {request}',
  'Great. While you are at it, {request}',
  '(Good|Nice|Lovely), thank you. Next, {request}',
  '(And|Thank you. And) now {request}',
  'That was quick. {request}',
];

export const DONE: readonly string[] = [
  'Done.',
  'That is (done|taken care of).',
  'All set.',
  'It worked.',
  'Finished, everything is in place.',
];

export const CLOSINGS: readonly string[] = [
  'Anything else?',
  '',
  'Is there anything else (I can do|you need)?',
  '',
  'Let me know if you need more.',
];
