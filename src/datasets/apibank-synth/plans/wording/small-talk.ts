/** What do people say around a request that changes nothing about it? */

export const OPENINGS: readonly string[] = [
  'Morning!',
  'Quick one before my next call.',
  'I hope you have a minute.',
  'One more thing for today.',
  'My to-do list is long, so (I could use a hand|please take this one).',
  'This has been on my desk since last week.',
  'You were a great help last time.',
  'I am on the train and can only type.',
  'My assistant is out today, so (I turn to you|this lands with you).',
  'Sorry to bother you again.',
  'Something small for you.',
  'Let me hand this over to you.',
];

export const ASIDES: readonly string[] = [
  'My printer is jammed again, but (that can wait|never mind that).',
  'I will sort out the catering myself.',
  'Do not worry about the parking permits, those are done.',
  'My coffee is already cold, by the way.',
  'Later I may also want a taxi, but not now.',
  'The phone keeps ringing here, so excuse my typing.',
  'I have been at it since {hour} this morning.',
  'Somebody else takes care of the invoices.',
  'We had {count} visitors yesterday, what a day.',
  'At some point I need to renew my passport too; that is for another day.',
  'The lift is broken again, {count} floors on foot.',
  'No need to print anything.',
  'I was going to ask about my parcel as well, but it came an hour ago.',
  'My cousin swears by doing this by hand, I do not.',
  'I will water the plants in the meantime.',
  'Ignore the music in the background.',
];

export const CLOSINGS: readonly string[] = [
  'Thanks!',
  'Thank you (so much|very much|a lot).',
  'That is all for now.',
  'Much appreciated.',
  'No rush.',
  'As soon as you can, please.',
  'I owe you one.',
  'Cheers.',
  'You would make my day.',
  'Then I can finally go home.',
];
