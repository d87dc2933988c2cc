/** Which APIs do levels 1 and 2 have? */
import type { ApiDefinition } from '../api.ts';
import { calculator } from '../calculator.ts';
import { accountApis } from './accounts.ts';
import { bankApis } from './bank.ts';
import { healthApis } from './health.ts';
import { hospitalApis } from './hospital.ts';
import { hotelApis } from './hotel.ts';
import { informationApis } from './information.ts';
import { mediaApis } from './media.ts';
import { agendaApis } from './office/agenda.ts';
import { alarmApis } from './office/alarm.ts';
import { meetingApis } from './office/meeting.ts';
import { reminderApis } from './office/reminder.ts';
import { sceneApis } from './scenes.ts';
import { timedSwitchApis } from './timed-switch.ts';

/** API name → definition. */
export const baseApis: ReadonlyMap<string, ApiDefinition> = new Map(
  [
    ...accountApis,
    ...agendaApis,
    ...alarmApis,
    ...bankApis,
    ...healthApis,
    ...hospitalApis,
    ...hotelApis,
    ...informationApis,
    ...mediaApis,
    ...meetingApis,
    ...reminderApis,
    ...sceneApis,
    ...timedSwitchApis,
    calculator,
  ].map((api) => [api.name, api]),
);
