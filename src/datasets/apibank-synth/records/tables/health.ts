/** Which illnesses may a symptom mean in the made-up hospital, and what is measured? */

type Illness = { readonly name: string; readonly description: string; readonly aid: string };

function illness(name: string, description: string, aid: string): Illness {
  return { name, description, aid };
}

export const SYMPTOMS: { readonly [symptom: string]: readonly Illness[] } = {
  nosebleed: [
    illness(
      'Dry nasal lining',
      'Dry air cracks the skin inside the nose.',
      'Lean forward, pinch the soft part of the nose for ten minutes.',
    ),
    illness(
      'High blood pressure',
      'Blood pushes too hard against small vessels.',
      'Sit upright, stay calm, have the pressure measured.',
    ),
  ],
  hiccups: [
    illness(
      'Irritated diaphragm',
      'The breathing muscle twitches after a hasty meal.',
      'Hold the breath for a moment or sip cold water.',
    ),
  ],
  earache: [
    illness(
      'Middle ear infection',
      'Fluid behind the eardrum presses and hurts.',
      'Keep the ear warm and dry and see a doctor within a day.',
    ),
    illness('Ear wax plug', 'Wax closes the ear canal.', 'Do not poke; let softening drops work.'),
  ],
  sunburn: [
    illness(
      'Skin burn of first degree',
      'Strong light has inflamed the upper skin.',
      'Leave the sun, cool with wet cloths, drink water.',
    ),
  ],
  dizziness: [
    illness(
      'Low blood sugar',
      'The body has run out of quick energy.',
      'Sit down and take something sweet.',
    ),
    illness(
      'Inner ear trouble',
      'The organ of balance sends wrong signals.',
      'Lie down and fix the eyes on one point.',
    ),
  ],
  'stiff neck': [
    illness(
      'Muscle tension',
      'Neck muscles cramp after a long time in one posture.',
      'Warmth and slow movement of the shoulders.',
    ),
  ],
  heartburn: [
    illness(
      'Acid reflux',
      'Stomach acid rises into the gullet.',
      'Sit upright and drink still water in small sips.',
    ),
  ],
  'itchy eyes': [
    illness(
      'Pollen allergy',
      'The body fights harmless pollen.',
      'Rinse the eyes with clean water and close the windows.',
    ),
    illness(
      'Dry eyes',
      'Too little tear fluid covers the eye.',
      'Rest from screens and blink often.',
    ),
  ],
  'leg cramp': [
    illness(
      'Lack of salts',
      'Muscles tighten when salts are short.',
      'Stretch the calf and pull the toes upwards.',
    ),
  ],
  'bee sting': [
    illness(
      'Local swelling',
      'The skin reacts to the poison.',
      'Scrape the sting out sideways and cool the spot.',
    ),
    illness(
      'Insect allergy',
      'The whole body reacts to the poison.',
      'Call an ambulance when breathing becomes hard.',
    ),
  ],
  'sore throat': [
    illness('Common cold', 'A virus inflames the throat.', 'Drink warm tea and rest the voice.'),
  ],
  blister: [
    illness(
      'Friction blister',
      'Rubbing has loosened the skin.',
      'Leave it closed and cover it with a clean plaster.',
    ),
  ],
  'sprained ankle': [
    illness(
      'Stretched ligament',
      'The foot was twisted too far.',
      'Raise the leg, cool it and do not walk.',
    ),
  ],
  'motion sickness': [
    illness(
      'Travel nausea',
      'Eyes and balance disagree about movement.',
      'Look at the horizon and let in fresh air.',
    ),
  ],
};

/** Name of a measurement as it is recorded, how people call it, and its usual range. */
export const MEASUREMENTS: readonly {
  readonly name: string;
  readonly said: string;
  readonly from: number;
  readonly to: number;
}[] = [
  { name: 'heart_rate', said: 'heart rate', from: 58, to: 96 },
  { name: 'weight', said: 'weight', from: 51, to: 97 },
  { name: 'blood_sugar', said: 'blood sugar', from: 78, to: 139 },
  { name: 'steps', said: 'steps', from: 2100, to: 14900 },
];
