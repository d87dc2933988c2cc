/** What do people want of their smart home, and of hotels? */
import type { Json } from '../../../core/json.ts';
import { dayDetail, detail, timeDetail } from '../dialogues/details.ts';
import type { Detail, Goal, Scene, Storyline } from '../dialogues/goal.ts';
import { isoMoment } from '../grammar/calendar.ts';
import { listed } from '../grammar/phrases.ts';
import { drawDevices } from '../records/base-records.ts';
import type { Device } from '../records/record-types.ts';
import { DEVICES, SCENE_NAMES } from '../records/tables/home.ts';
import { bookHotel } from './hotel.ts';
import { drawMoment, type Moment } from './office-details.ts';

function sceneName(name: string, slip: string | null = null): Detail {
  return detail({
    noun: 'scene name',
    said: `"${name}"`,
    slip: slip === null ? null : `"${slip}"`,
    clauses: ['called {value}', 'named {value}'],
    statements: ['The scene is called {value}.', 'The scene name is {value}.'],
    questions: ['What is the scene called?', 'Which scene is it?'],
    answers: ['{value}.', 'It is called {value}.'],
  });
}

function devicesDetail(devices: readonly Device[]): Detail {
  return detail({
    noun: 'list of devices',
    said: listed(devices.map(({ name, description }) => `the ${name} in the ${description}`)),
    clauses: ['with {value}'],
    statements: ['It consists of {value}.', 'The devices are {value}.', 'To it belong {value}.'],
    questions: [
      'Which devices belong to it, and in which rooms?',
      'Which devices, and where are they?',
    ],
    answers: ['That would be {value}.', 'Take {value}.'],
  });
}

function newSceneName({ random, records }: Scene): string {
  const taken = new Set(records.scenes.map(({ name }) => name));
  return random.pick(SCENE_NAMES.filter((name) => !taken.has(name)));
}

const addScene: Storyline = (scene) => {
  const name = newSceneName(scene);
  const devices = drawDevices(scene.random, 2 + scene.random.integer(2));
  return [
    {
      api: 'AddScene',
      requests: [
        'I want a new scene{details} in my smart home.',
        '(Could|Can) you create a smart home scene{details}?',
        'Please add a scene{details}.',
        'My home needs a scene{details}.',
        'Make a new scene{details}.',
        'Group some devices into a new scene{details}, please.',
      ],
      details: [sceneName(name, newSceneName(scene)), devicesDetail(devices)],
      done: ['The scene is ready.', 'The new scene exists.'],
      arguments: () => ({ name, devices }),
    },
  ];
};

function queryGoal({ random, records }: Scene, name: string): Goal {
  return {
    api: 'QueryScene',
    requests: [
      'Which devices belong to the scene{details}?',
      '(Could|Can) you show me the scene{details}?',
      'Please look up a scene{details} of my smart home.',
      'I forgot what is in a scene{details}.',
      'Show me what a scene{details} consists of.',
      'What did I put into the scene{details}?',
    ],
    details: [sceneName(name, random.pick(records.scenes).name)],
    done: ['These are the devices.', 'I have the list of devices.'],
    arguments: () => ({ name }),
    introduced: 'always',
  };
}

const queryScene: Storyline = (scene) => [
  queryGoal(scene, scene.random.pick(scene.records.scenes).name),
];

const deleteScene: Storyline = ({ random, records }) => {
  const { name } = random.pick(records.scenes);
  return [
    {
      api: 'DeleteScene',
      requests: [
        'A scene{details} of my smart home is not used any more, delete it.',
        '(Could|Can) you delete a scene{details}?',
        'Please remove the scene{details}.',
        'I never use the scene{details}; remove it, please.',
        'Get rid of the scene{details}.',
        'My smart home has too many scenes: delete one{details}.',
      ],
      details: [sceneName(name, random.pick(records.scenes).name)],
      done: ['The scene is gone.', 'Removed.'],
      arguments: () => ({ name }),
      introduced: 'always',
    },
  ];
};

const modifyScene: Storyline = ({ random, records }) => {
  const { name } = random.pick(records.scenes);
  const devices = drawDevices(random, 2 + random.integer(2));
  return [
    {
      api: 'ModifyScene',
      requests: [
        'A scene{details} should have other devices.',
        '(Could|Can) you replace the devices of a scene{details}?',
        'Please change the scene{details}.',
        'I rearranged my home, so modify the scene{details}.',
        'Put other devices into the scene{details}, none of the old ones stays.',
        'The scene{details} needs a new list of devices.',
      ],
      details: [
        { ...sceneName(name), clauses: ['called {value}'] },
        { ...devicesDetail(devices), clauses: [], noun: 'new list of devices' },
      ],
      done: ['The scene has its new devices.', 'Changed.'],
      arguments: () => ({ name, devices }),
    },
  ];
};

/** The devices that were found stay, and one comes along. */
const queryThenExtendScene: Storyline = (scene) => {
  const { name, devices } = scene.random.pick(scene.records.scenes);
  const known = new Set(devices.map((device) => device.name));
  const added = drawDevices(scene.random, DEVICES.length).find((device) => !known.has(device.name));
  if (added === undefined) return null;
  return [
    queryGoal(scene, name),
    {
      api: 'ModifyScene',
      requests: [
        `please add the ${added.name} in the ${added.description} to it, the others stay.`,
        `keep those and put the ${added.name} in the ${added.description} into the scene too.`,
        `the scene should also have the ${added.name} in the ${added.description}.`,
      ],
      details: [],
      done: ['The scene has one device more.'],
      arguments: (earlier) => {
        const found = earlier.findLast((turn) => turn.apiName === 'QueryScene')?.result.output;
        const kept = Array.isArray(found) ? (found as readonly Json[]) : [];
        return { name, devices: [...kept, added] };
      },
    },
  ];
};

function switchDetails(scene: Scene, device: string, { day, time }: Moment): Detail[] {
  return [
    detail({
      noun: 'device',
      said: `the ${device}`,
      slip: `the ${scene.random.pick(DEVICES)}`,
      clauses: ['for {value}'],
      statements: ['The device is {value}.', 'I mean {value}.'],
      questions: ['Which device?', 'For which device?'],
      answers: ['{value}.', 'It is {value}.'],
    }),
    dayDetail(scene, day),
    timeDetail(scene, time),
  ];
}

const timedSwitch: Storyline = (scene) => {
  const device = scene.random.pick(DEVICES);
  const on = scene.random.next() < 0.5;
  const moment = drawMoment(scene);
  const word = on ? 'on' : 'off';
  return [
    {
      api: 'TimedSwitch',
      requests: [
        `I want a device to go ${word} by itself. Set a timer{details}.`,
        `(Could|Can) you set a timed switch{details}? It should switch ${word}.`,
        `Please make a timer{details} that switches it ${word}.`,
        `Set a timer{details} to turn it ${word}.`,
        `While I am away something should turn ${word}: set a timed switch{details}.`,
        `A timed switch{details}, please. It has to turn ${word} then.`,
      ],
      details: switchDetails(scene, device, moment),
      done: [`It will switch ${word} by itself.`, 'The timer is set.'],
      arguments: () => ({ name: device, time: isoMoment(moment.day, moment.time), on }),
    },
  ];
};

const cancelSwitch: Storyline = (scene) => {
  const known = scene.random.pick(scene.owner.switches);
  return [
    {
      api: 'CancelTimedSwitch',
      requests: [
        'The timer{details} is not needed any more, cancel it.',
        '(Could|Can) you cancel the timed switch{details}?',
        'Please call off the timer{details}.',
        'I will be at home after all, so cancel a timed switch{details}.',
        'Cancel a timer{details}.',
        'No switching by itself, please: cancel the timed switch{details}.',
      ],
      details: switchDetails(scene, known.device, known),
      done: ['The timer is cancelled.', 'It will not switch by itself.'],
      arguments: () => ({ name: known.device, time: isoMoment(known.day, known.time) }),
    },
  ];
};

export const HOME_STORYLINES: { readonly [name: string]: Storyline } = {
  addScene,
  queryScene,
  deleteScene,
  modifyScene,
  queryThenExtendScene,
  timedSwitch,
  cancelSwitch,
  bookHotel,
};
