/** What do descriptions of the smart-home and hotel APIs say? */
import type { ApiTexts } from './entry.ts';
import { DATE_FORM, DEVICES_FORM, MOMENT_FORM } from './forms.ts';

const STATUS = ['str', 'Outcome of the operation.'] as const;

export const HOME_TEXTS: { readonly [name: string]: ApiTexts } = {
  AddScene: {
    description: 'Creates a scene of the smart home: a name for a group of devices.',
    inputs: { name: 'Name of the scene.', devices: DEVICES_FORM },
    outputs: { status: STATUS },
    database: 'Scenes',
  },
  ModifyScene: {
    description: 'Replaces the devices of a scene by others.',
    inputs: { name: 'Name of the scene.', devices: `All devices from now on. ${DEVICES_FORM}` },
    outputs: { status: STATUS },
    database: 'Scenes',
  },
  QueryScene: {
    description: 'Lists the devices that belong to a scene.',
    inputs: { name: 'Name of the scene.' },
    outputs: { devices: ['list', 'Devices with name and room.'] },
    database: 'Scenes',
  },
  DeleteScene: {
    description: 'Removes a scene; the devices themselves stay.',
    inputs: { name: 'Name of the scene.' },
    outputs: { status: STATUS },
    database: 'Scenes',
  },
  TimedSwitch: {
    description: 'Makes a device switch itself on or off at a given time.',
    inputs: {
      name: 'Name of the device, without its room.',
      time: `When it switches, ${MOMENT_FORM}.`,
      on: 'True when it shall switch on, False when off.',
    },
    outputs: { status: STATUS },
    database: 'TimeSwitch',
  },
  CancelTimedSwitch: {
    description: 'Calls off the timed switching of a device.',
    inputs: {
      name: 'Name of the device, without its room.',
      time: `When it would switch, ${MOMENT_FORM}.`,
    },
    outputs: { status: STATUS },
    database: 'TimeSwitch',
  },
  BookHotel: {
    description: 'Books rooms in a hotel. More than two adults need at least two rooms.',
    inputs: {
      hotel_name: 'Name of the hotel, as the guest calls it, without "the".',
      check_in_time: `Day of arrival, ${DATE_FORM}.`,
      check_out_time: `Day of departure, ${DATE_FORM}.`,
      room_count: 'Number of rooms.',
      adult_count: 'Number of grown-up guests.',
      child_count: 'Number of children, 0 when none come along.',
    },
    outputs: { order_id: ['str', 'Number of the booking.'] },
    database: 'Hotel',
  },
};
