/** What do descriptions of the hospital and health APIs say? */
import type { ApiTexts } from './entry.ts';
import { DATE_FORM, MOMENT_FORM } from './forms.ts';

const STATUS = ['str', 'Outcome of the operation.'] as const;

export const HEALTH_TEXTS: { readonly [name: string]: ApiTexts } = {
  AppointmentRegistration: {
    description: 'Signs a patient up for a visit to a doctor of the hospital.',
    inputs: {
      patient_name: 'First and last name of the patient.',
      date: `Day of the visit, ${DATE_FORM}.`,
      doctor_name: 'The doctor with title and last name, as in Dr. Falk.',
    },
    outputs: { appointment_id: ['str', 'Number of the visit.'] },
    database: 'Appointments',
  },
  QueryRegistration: {
    description: 'Finds the visit that a patient has on a day, with its number.',
    inputs: {
      patient_name: 'First and last name of the patient.',
      date: `Day of the visit, ${DATE_FORM}.`,
    },
    outputs: { appointments: ['dict', 'Number of each visit with patient, date and doctor.'] },
    database: 'Appointments',
  },
  CancelRegistration: {
    description: 'Calls off a visit to the hospital.',
    inputs: { appointment_id: 'Number of the visit, eight digits, as text.' },
    outputs: { status: STATUS },
    database: 'Appointments',
  },
  ModifyRegistration: {
    description:
      'Moves a visit to another day, to another doctor, or both. What stays as it is must be left out.',
    inputs: {
      appointment_id: 'Number of the visit, eight digits, as text.',
      new_appointment_date: `Optional: the new day, ${DATE_FORM}.`,
      new_appointment_doctor: 'Optional: the new doctor with title and last name, as in Dr. Falk.',
    },
    outputs: { status: STATUS },
    database: 'Appointments',
  },
  RecordHealthData: {
    description: 'Writes measured values into the health diary of a person.',
    inputs: {
      user_id: 'Health number of the person, a letter and five digits.',
      time: `When it was measured, ${MOMENT_FORM}.`,
      health_data:
        'List of measurements, one {"name": ..., "value": ...} each, as in {"name": "heart_rate", "value": "72"}.',
    },
    outputs: { status: STATUS },
    database: 'HealthData',
  },
  QueryHealthData: {
    description: 'Reads from the health diary what was measured between two moments.',
    inputs: {
      user_id: 'Health number of the person, a letter and five digits.',
      start_time: `First moment, ${MOMENT_FORM}.`,
      end_time: `Last moment, ${MOMENT_FORM}.`,
    },
    outputs: { health_data: ['list', 'The measurements in that time.'] },
    database: 'HealthData',
  },
  SymptomSearch: {
    description: 'Names illnesses that a symptom may come from.',
    inputs: { symptom: 'The symptom as the person names it.' },
    outputs: { results: ['list', 'Possible illnesses, each with a description.'] },
    database: 'Symptom',
  },
  EmergencyKnowledge: {
    description: 'Says what helps at once against a symptom: first aid.',
    inputs: { symptom: 'The symptom as the person names it.' },
    outputs: { results: ['list', 'Possible illnesses, each with its first aid.'] },
    database: 'Symptom',
  },
};
