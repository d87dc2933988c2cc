/** What do made-up pictures, recordings and documents hold? */

/** File stem and what the picture shows. */
export const PICTURES: readonly (readonly [stem: string, caption: string])[] = [
  ['harbour-dawn', 'three fishing boats leave a harbour at dawn'],
  ['attic-find', 'an old trunk full of letters stands in an attic'],
  ['snow-tram', 'a yellow tram climbs a snowy street'],
  ['market-melons', 'a woman stacks melons on a market stall'],
  ['kite-beach', 'two children chase a kite along a beach'],
  ['clock-shop', 'dozens of clocks hang on the wall of a shop'],
  ['foggy-bridge', 'a cyclist crosses a bridge in thick fog'],
  ['rooftop-bees', 'a beekeeper opens a hive on a rooftop'],
  ['library-cat', 'a grey cat sleeps between library shelves'],
  ['night-bakery', 'a baker pulls loaves out of the oven at night'],
  ['lemon-yard', 'a dog rests under a lemon tree in a yard'],
  ['violin-stairs', 'a girl plays the violin on the steps of a town hall'],
  ['red-canoe', 'a red canoe lies upside down by a lake'],
  ['tent-storm', 'hikers hold on to a tent in a storm'],
];

/** File stem and what is said. */
export const RECORDINGS: readonly (readonly [stem: string, transcript: string])[] = [
  ['voicemail-plumber', 'The plumber can come on Thursday, but only before eleven.'],
  ['note-recipe', 'Two eggs, a cup of flour and the juice of one lemon.'],
  ['memo-garage', 'Your car is ready, the brakes have been replaced.'],
  ['call-gallery', 'We would love to show four of your paintings in autumn.'],
  ['memo-class', 'The class starts a quarter of an hour later this week.'],
  ['note-keys', 'I left the spare keys with the neighbour on the second floor.'],
  ['voicemail-library', 'The book that you reserved has arrived at the front desk.'],
  ['memo-boat', 'The last boat back to the mainland leaves at six.'],
  ['note-password', 'Remember that the gate code has changed.'],
  ['call-band', 'Rehearsal is moved to the old cinema.'],
  ['memo-vet', 'The dog may eat again tomorrow, in small portions.'],
  ['voicemail-hotel', 'Your lost scarf was found in the breakfast room.'],
  ['note-garden', 'Cut back the vines before the first frost.'],
  ['call-school', 'The excursion is cancelled because of the weather.'],
];

/** File stem, then question and answer pairs. */
export const DOCUMENTS: readonly (readonly [
  stem: string,
  answers: readonly (readonly [question: string, answer: string])[],
])[] = [
  [
    'lease-maple-street',
    [
      ['How long is the notice period?', 'The notice period is three months.'],
      ['Are pets allowed in the flat?', 'One cat is allowed, dogs need permission.'],
    ],
  ],
  [
    'festival-report',
    [
      ['How many visitors came to the festival?', 'About 4,200 visitors came.'],
      ['Which stage was the most popular?', 'The lake stage drew the largest crowds.'],
    ],
  ],
  [
    'bridge-survey',
    [
      ['What is wrong with the bridge?', 'Two of its bearings are rusty.'],
      ['When should the repairs begin?', 'The repairs should begin before winter.'],
    ],
  ],
  [
    'coffee-study',
    [
      ['Who took part in the study?', 'Sixty nurses on night shift took part.'],
      ['What did the study find?', 'Two cups a night did not change their sleep.'],
    ],
  ],
  [
    'club-rules',
    [
      ['Who may vote at the assembly?', 'Every member older than sixteen may vote.'],
      ['How high is the yearly fee?', 'The yearly fee is 45 crowns.'],
    ],
  ],
  [
    'orchard-plan',
    [
      ['Which trees will be planted?', 'Plum and pear trees will be planted.'],
      ['Who pays for the fence?', 'The village council pays for the fence.'],
    ],
  ],
  [
    'museum-letter',
    [
      ['Which painting is on loan?', 'The winter landscape is on loan.'],
      ['How long does the loan last?', 'The loan lasts eighteen months.'],
    ],
  ],
  [
    'ferry-notice',
    [
      ['Why is the ferry out of service?', 'Its engine is being replaced.'],
      ['What should passengers do instead?', 'Passengers should take the bus over the causeway.'],
    ],
  ],
];

export const MEDIA_HOSTS: readonly string[] = [
  'files.quillmail.net',
  'media.northpost.org',
  'share.brightbox.net',
  'cloud.postlane.org',
];
