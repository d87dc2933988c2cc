/** How do the appointment APIs of the hospital behave? */
import { pyEquals } from '../../python/equality.ts';
import type { PyError } from '../../python/error.ts';
import { pyStr } from '../../python/repr.ts';
import { PyDict, type PyValue } from '../../python/value.ts';
import { type ApiObject, defineApi, failure } from '../api.ts';
import {
  allOf,
  notAnsweredWhereGoldFailed,
  sameException,
  sameNormalized,
  sameOutput,
} from '../compare.ts';
import {
  dict,
  lenient,
  lenientOrThrow,
  lookup,
  strip,
  subscript,
  withFields,
} from '../operations.ts';

const database = 'Appointments';
const dateFormat = '%Y-%m-%d';
const smallestId = 10_000_000;
const idCount = 90_000_000;

const appointmentRegistration = defineApi({
  name: 'AppointmentRegistration',
  database,
  parameters: { patient_name: 'str', date: 'str', doctor_name: 'str' },
  call: (args, object) => {
    const patient_name = strip(args.patient_name);
    const doctor_name = strip(args.doctor_name);
    if (patient_name === '' || doctor_name === '') {
      throw failure('Patient name or doctor name cannot be empty.');
    }
    const date = lenientOrThrow(args.date, dateFormat);
    for (const [, row] of appointmentsOf(object, patient_name, date)) {
      throw failure(
        pyEquals(subscript(row, 'doctor_name'), doctor_name)
          ? 'This appointment has already been registered.'
          : 'This patient has already been registered in this day.',
      );
    }
    const id = newId(object);
    object.ownRows().set(id, dict({ patient_name, date, doctor_name }));
    return id;
  },
  check: allOf(
    sameNormalized({ patient_name: strip, date: normalDate, doctor_name: strip }),
    notAnsweredWhereGoldFailed,
    sameException,
  ),
});

const queryRegistration = defineApi({
  name: 'QueryRegistration',
  database,
  parameters: { patient_name: 'str', date: 'str' },
  call: (args, object) => {
    const patientName = strip(args.patient_name);
    const date = lenientOrThrow(args.date, dateFormat);
    const found = new PyDict(appointmentsOf(object, patientName, date));
    if (found.size === 0) throw failure('No appointments found.');
    return found;
  },
  check: allOf(
    sameNormalized({ patient_name: strip, date: normalDate }),
    sameOutput,
    sameException,
  ),
});

const cancelRegistration = defineApi({
  name: 'CancelRegistration',
  database,
  parameters: { appointment_id: 'str' },
  call: ({ appointment_id }, object) => {
    const id = strip(appointment_id);
    if (!object.rows().has(id)) throw failure('The appointment ID is incorrect.');
    object.ownRows().delete(id);
    return 'success';
  },
  check: allOf(sameNormalized({ appointment_id: strip }), sameOutput, sameException),
});

const modifyRegistration = defineApi({
  name: 'ModifyRegistration',
  database,
  parameters: {
    appointment_id: 'str',
    new_appointment_date: 'str?',
    new_appointment_doctor: 'str?',
  },
  call: (args, object) => {
    const id = strip(args.appointment_id);
    if (!object.rows().has(id)) throw failure('The appointment ID does not exist.');
    const row = lookup(object.rows(), id);
    const doctor = unlessNull(args.new_appointment_doctor, strip);
    if (doctor === '') throw failure('Fail because the doctor name is empty.');
    const date = unlessNull(args.new_appointment_date, (value) =>
      lenientOrThrow(value, dateFormat),
    );
    refuseUnchanged(row, date, doctor);
    object.ownRows().set(
      id,
      withFields(row, {
        ...(date === null ? {} : { date }),
        ...(doctor === null ? {} : { doctor_name: doctor }),
      }),
    );
    return 'success';
  },
  check: allOf(
    sameNormalized({
      appointment_id: (value) => strip(pyStr(value)),
      new_appointment_date: (value) => (value === null ? null : normalDate(value)),
      new_appointment_doctor: (value) => unlessNull(value, strip),
    }),
    sameOutput,
    sameException,
  ),
});

export const hospitalApis = [
  appointmentRegistration,
  queryRegistration,
  cancelRegistration,
  modifyRegistration,
];

function normalDate(value: PyValue): string | PyError {
  return lenient(value, dateFormat);
}

function* appointmentsOf(
  object: ApiObject,
  patientName: PyValue,
  date: string,
): Generator<readonly [PyValue, PyValue], void> {
  for (const [id, row] of object.rows().entries()) {
    if (!pyEquals(subscript(row, 'patient_name'), patientName)) continue;
    if (pyEquals(subscript(row, 'date'), date)) yield [id, row];
  }
}

/** @throws PyError unless the appointment really changes in everything that is given. */
function refuseUnchanged(row: PyValue, date: PyValue, doctor: PyValue): void {
  const sameDate = date !== null && pyEquals(subscript(row, 'date'), date);
  const sameDoctor = doctor !== null && pyEquals(subscript(row, 'doctor_name'), doctor);
  if ((sameDate || date === null) && (sameDoctor || doctor === null) && sameDate === sameDoctor) {
    throw failure('Fail because no modification is made.');
  }
  if (sameDate) throw failure('Fail because date is not changed.');
  if (sameDoctor) throw failure('Fail because doctor is not changed.');
}

function newId(object: ApiObject): string {
  const random = object.random();
  for (;;) {
    const id = String(smallestId + random.integer(idCount));
    if (!object.rows().has(id)) return id;
  }
}

function unlessNull(value: PyValue, map: (value: PyValue) => PyValue): PyValue {
  return value === null ? null : map(value);
}
