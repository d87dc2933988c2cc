/** How do the scene APIs of the smart home behave? */
import { pyEquals } from '../../python/equality.ts';
import { isPyList, type PyDict, type PyValue } from '../../python/value.ts';
import { type Arguments, defineApi, failure } from '../api.ts';
import {
  allOf,
  argument,
  notAnsweredWhereGoldFailed,
  sameException,
  sameNormalized,
  sameOutput,
} from '../compare.ts';
import {
  attributeError,
  contains,
  iterate,
  lookup,
  strip,
  strippedLower,
  subscript,
  withFields,
} from '../operations.ts';

const database = 'Scenes';
const parameters = { name: 'str', devices: 'list' } as const;
const unknownScene = 'The scene does not exist.';

type SceneArguments = Arguments<typeof parameters>;

const addScene = defineApi({
  name: 'AddScene',
  database,
  parameters,
  call: (args, object) => {
    const name = sceneName(args.name);
    normalizeDevices(args);
    if (object.rows().has(name)) throw failure('Scene name already exists.');
    object.ownRows().set(name, args.devices);
    return 'success';
  },
  check: allOf(sameScene, notAnsweredWhereGoldFailed, sameException),
});

const modifyScene = defineApi({
  name: 'ModifyScene',
  database,
  parameters,
  call: (args, object) => {
    const name = sceneName(args.name);
    normalizeDevices(args);
    if (!object.rows().has(name)) throw failure(unknownScene);
    object.ownRows().set(name, args.devices);
    return 'success';
  },
  check: allOf(sameScene, sameOutput, sameException),
});

const queryScene = defineApi({
  name: 'QueryScene',
  database,
  parameters: { name: 'str' },
  call: (args, object) => {
    const name = sceneName(args.name);
    if (!object.rows().has(name)) throw failure('Scene not found.');
    return lookup(object.rows(), name);
  },
  check: allOf(sameNormalized({ name: strippedLower }), sameOutput, sameException),
});

const deleteScene = defineApi({
  name: 'DeleteScene',
  database,
  parameters: { name: 'str' },
  call: (args, object) => {
    const name = sceneName(args.name);
    if (!object.rows().has(name)) throw failure(unknownScene);
    object.ownRows().delete(name);
    return 'success';
  },
  check: allOf(sameNormalized({ name: strippedLower }), sameOutput, sameException),
});

export const sceneApis = [addScene, modifyScene, queryScene, deleteScene];

function sceneName(value: PyValue): PyValue {
  const name = strippedLower(value);
  if (name === '') throw failure('Scene name cannot be empty.');
  return name;
}

/** Tidies the devices up to the first bad one; the result echoes them as far as they got. */
function normalizeDevices(args: SceneArguments): void {
  const names: PyValue[] = [];
  const devices: PyValue[] = [];
  const original = [...iterate(args.devices)];
  const echo = (): void => {
    // Only a list shows the changes made to its members.
    if (isPyList(args.devices)) args.devices = [...devices, ...original.slice(devices.length)];
  };
  for (const device of original) {
    if (!contains(device, 'name') || !contains(device, 'description')) {
      throw failure('Invalid device format.');
    }
    devices.push(normalDevice(device));
    echo();
    const name = subscript(devices.at(-1) as PyValue, 'name');
    if (names.some((known) => pyEquals(known, name))) {
      throw failure('Device name cannot be duplicated.');
    }
    names.push(name);
  }
  args.devices = sortedDevices(args.devices);
}

function normalDevice(device: PyValue): PyDict {
  return withFields(device, {
    name: strippedLower(subscript(device, 'name')),
    description: strip(subscript(device, 'description')),
  });
}

/** Names and devices agree after tidying; both lists are tidied before either is sorted. */
function sameScene(result: PyValue, gold: PyValue): boolean {
  const sameName = sameNormalized({ name: strippedLower })(result, gold);
  const tidy = [result, gold].map((record) => tidyDevices(argument(record, 'devices')));
  const [left, right] = tidy.map(sortedDevices) as [PyValue, PyValue];
  return sameName && pyEquals(left, right);
}

function tidyDevices(devices: PyValue): PyValue {
  const tidy = [...iterate(devices)].map(normalDevice);
  return isPyList(devices) ? tidy : devices;
}

function sortedDevices(devices: PyValue): PyValue {
  if (!isPyList(devices)) throw attributeError(devices, 'sort');
  return [...devices].sort((left, right) => order(nameOf(left), nameOf(right)));
}

function nameOf(device: PyValue): string {
  const name = subscript(device, 'name');
  return typeof name === 'string' ? name : '';
}

/** Python orders text by code points. */
function order(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8'));
}
