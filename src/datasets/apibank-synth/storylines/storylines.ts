/** What do people come with on levels 1 and 2? */
import type { Storyline } from '../dialogues/goal.ts';
import { ACCOUNT_STORYLINES } from './accounts.ts';
import { AGENDA_STORYLINES } from './agenda.ts';
import { ALARM_STORYLINES } from './alarms.ts';
import { HEALTH_STORYLINES } from './health.ts';
import { HOME_STORYLINES } from './home.ts';
import { HOSPITAL_STORYLINES } from './hospital.ts';
import { MEDIA_STORYLINES } from './media.ts';

/** By name; each comes once before any comes again. */
export const STORYLINES: { readonly [name: string]: Storyline } = {
  ...ACCOUNT_STORYLINES,
  ...AGENDA_STORYLINES,
  ...ALARM_STORYLINES,
  ...HEALTH_STORYLINES,
  ...HOSPITAL_STORYLINES,
  ...HOME_STORYLINES,
  ...MEDIA_STORYLINES,
};
