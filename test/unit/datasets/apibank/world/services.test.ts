/** Hospital, hotel, smart home, health: what do they answer, and what is compared? */
import { describe, expect, it } from 'vitest';
import { fromJson } from '../../../../../src/datasets/apibank/python/convert.ts';
import { PyTuple } from '../../../../../src/datasets/apibank/python/value.ts';
import { answer, openWorld, record, result, type Values, verdict } from './small-world.ts';

describe('hospital', () => {
  const visit = { patient_name: ' Cy ', date: '2024-5-2', doctor_name: 'Dr. Ok' };

  it('registers once a day', () => {
    const world = openWorld();
    expect(result(world, 'AppointmentRegistration', visit)).toMatch(/^\d{8}$/);
    expect(result(world, 'AppointmentRegistration', { ...visit, date: '2024-05-02' })).toBe(
      '! This appointment has already been registered.',
    );
    expect(result(world, 'AppointmentRegistration', { ...visit, doctor_name: 'Dr. No' })).toBe(
      '! This patient has already been registered in this day.',
    );
    expect(result(world, 'AppointmentRegistration', { ...visit, doctor_name: ' ' })).toBe(
      '! Patient name or doctor name cannot be empty.',
    );
  });

  it('compares dates leniently, but two bad dates never', () => {
    const input = { patient_name: 'Cy', date: '2024-05-02', doctor_name: 'Dr. Ok ' };
    const gold = record('AppointmentRegistration', input, '12345678');
    expect(verdict(openWorld(), 'AppointmentRegistration', [visit, gold])).toBe(true);
    const bad = { patient_name: 'Cy', date: 'soon' };
    const failed = answer(openWorld(), 'QueryRegistration', bad);
    expect(verdict(openWorld(), 'QueryRegistration', [bad, failed])).toBe(false);
  });

  it('finds, changes and cancels by number', () => {
    const world = openWorld();
    expect(result(world, 'QueryRegistration', { patient_name: 'Cy', date: '2024-05-01' })).toEqual({
      '00000007': { patient_name: 'Cy', date: '2024-05-01', doctor_name: 'Dr. No' },
    });
    const modify = (values: Values): unknown =>
      result(world, 'ModifyRegistration', { appointment_id: ' 00000007', ...values });
    expect(modify({})).toBe('! Fail because no modification is made.');
    expect(modify({ new_appointment_doctor: 'Dr. No ' })).toBe(
      '! Fail because doctor is not changed.',
    );
    expect(modify({ new_appointment_date: '2024-5-1' })).toBe(
      '! Fail because date is not changed.',
    );
    const same = { new_appointment_date: '2024-5-1', new_appointment_doctor: 'Dr. No' };
    expect(modify(same)).toBe('! Fail because no modification is made.');
    expect(modify({ ...same, new_appointment_doctor: ' ' })).toBe(
      '! Fail because the doctor name is empty.',
    );
    expect(modify({ new_appointment_doctor: 'Dr. Ok' })).toBe('success');
    expect(result(world, 'CancelRegistration', { appointment_id: '00000007 ' })).toBe('success');
    expect(result(world, 'CancelRegistration', { appointment_id: '7' })).toBe(
      '! The appointment ID is incorrect.',
    );
  });
});

describe('hotel', () => {
  const book = (values: Values): unknown =>
    result(openWorld(), 'BookHotel', {
      hotel_name: 'Inn',
      check_in_time: '2024-05-01',
      check_out_time: '2024-05-02',
      room_count: 1,
      adult_count: 2,
      child_count: 0,
      ...values,
    });

  it('sees an overlap at either end, but not around an order', () => {
    expect(book({})).toBe('2');
    expect(book({ check_out_time: '2024-05-10' })).toBe('2');
    expect(book({ check_out_time: '2024-05-11' })).toBe('! The room is not available.');
    expect(book({ check_in_time: '2024-05-12', check_out_time: '2024-05-13' })).toBe('2');
    expect(book({ check_in_time: '2024-05-09', check_out_time: '2024-05-20' })).toBe('2');
    expect(book({ hotel_name: 'inn', check_out_time: '2024-05-11' })).toBe('2');
  });

  it('wants two rooms for three adults', () => {
    expect(book({ adult_count: 3 })).toContain('Two rooms are ordered.');
    expect(book({ adult_count: 3, room_count: '2' })).toBe('2');
  });
});

describe('smart home', () => {
  const devices = fromJson([
    { name: ' TV', description: ' loud ' },
    { name: 'Lamp', description: 'dim' },
  ]);

  it('tidies and sorts the devices in the echoed input', () => {
    expect(answer(openWorld(), 'AddScene', { name: 'Party', devices })).toMatchObject({
      input: {
        name: 'Party',
        devices: [
          { name: 'lamp', description: 'dim' },
          { name: 'tv', description: 'loud' },
        ],
      },
      output: 'success',
    });
    expect(result(openWorld(), 'AddScene', { name: ' EVENING', devices })).toBe(
      '! Scene name already exists.',
    );
    expect(answer(openWorld(), 'AddScene', { name: ' ', devices })).toMatchObject({
      input: { devices: [{ name: ' TV' }, { name: 'Lamp' }] },
      exception: 'Scene name cannot be empty.',
    });
  });

  it('stops at the first bad device', () => {
    const mixed = fromJson([{ name: ' TV', description: 'x' }, { name: 'Lamp' }]);
    expect(answer(openWorld(), 'ModifyScene', { name: 'evening', devices: mixed })).toMatchObject({
      input: { devices: [{ name: 'tv' }, { name: 'Lamp' }] },
      exception: 'Invalid device format.',
    });
    const twice = fromJson([
      { name: 'a', description: 'x' },
      { name: 'A', description: 'y' },
    ]);
    expect(result(openWorld(), 'AddScene', { name: 'x', devices: twice })).toBe(
      '! Device name cannot be duplicated.',
    );
    expect(result(openWorld(), 'AddScene', { name: 'x', devices: new PyTuple([]) })).toBe(
      "! 'tuple' object has no attribute 'sort'",
    );
    expect(result(openWorld(), 'AddScene', { name: 'x', devices: null })).toBe(
      "! 'NoneType' object is not iterable",
    );
  });

  it('compares scenes after tidying', () => {
    const input = {
      name: 'PARTY',
      devices: [
        { name: 'lamp', description: 'dim' },
        { name: 'tv', description: 'loud' },
      ],
    };
    const gold = record('AddScene', input, 'success');
    expect(verdict(openWorld(), 'AddScene', [{ name: 'party ', devices }, gold])).toBe(true);
    const other = record('AddScene', { ...input, devices: [] }, 'success');
    expect(verdict(openWorld(), 'AddScene', [{ name: 'party ', devices }, other])).toBe(false);
    expect(result(openWorld(), 'QueryScene', { name: 'Evening' })).toHaveLength(1);
  });

  it('sets and cancels switches', () => {
    const world = openWorld();
    const at = { name: ' Lamp', time: '2024-5-1 20:0:0' };
    expect(result(world, 'TimedSwitch', { ...at, on: false })).toBe('success');
    expect(result(world, 'TimedSwitch', { ...at, name: 'fan', on: true })).toBe('success');
    expect(world.database('TimedSwitch')?.get('lamp')).toHaveLength(1);
    expect(result(world, 'CancelTimedSwitch', at)).toBe('success');
    expect(result(world, 'CancelTimedSwitch', at)).toBe('! time does not exist.');
    expect(result(world, 'CancelTimedSwitch', { ...at, name: 'fan' })).toBe(
      '! device name does not exist.',
    );
    expect(result(world, 'TimedSwitch', { ...at, name: '', on: true })).toBe(
      '! Name cannot be empty.',
    );
    expect(result(world, 'CancelTimedSwitch', { ...at, name: '' })).toBe('! name cannot be empty.');
  });
});

describe('health', () => {
  const span = {
    user_id: 'u1 ',
    start_time: '2024-05-01 00:00:00',
    end_time: '2024-05-02 00:00:00',
  };

  it('reads within a span', () => {
    const query = (values: Values): unknown =>
      result(openWorld(), 'QueryHealthData', { ...span, ...values });
    expect(query({})).toEqual([{ time: '2024-05-01 06:00:00', pulse: 60 }]);
    expect(query({ start_time: '2024-05-01 06:00:01' })).toContain('no health data');
    expect(query({ start_time: '2024-05-03 00:00:00' })).toContain('later than the end time');
    expect(query({ user_id: 'U2' })).toBe('! The user id does not exist.');
    expect(query({ start_time: 'a', end_time: 'b' })).toBe(
      "! time data 'a' does not match format '%Y-%m-%d %H:%M:%S'; time data 'b' does not match format '%Y-%m-%d %H:%M:%S'",
    );
  });

  it('keeps what was stored before a missing value', () => {
    const world = openWorld();
    const store = (time: string, health_data: unknown): unknown =>
      result(world, 'RecordHealthData', {
        user_id: 'U1',
        time,
        health_data: fromJson(health_data as never),
      });
    const good = { name: 'pulse', value: 61 };
    expect(store('2024-05-01 06:00:00', [good, { name: 'steps' }])).toBe("! 'value'");
    expect(store('2024-05-01 07:00:00', [good, { name: 'steps' }])).toBe("! 'value'");
    expect(store('2024-05-01 08:00:00', [good])).toBe('success');
    expect(world.database('RecordHealthData')?.get('U1')).toHaveLength(2);
    expect(store('2024-05-01 08:00:00', [good, good])).toContain('duplicate');
    expect(store('2024-05-01 08:00:00', ['name'])).toBe(
      "! string indices must be integers, not 'str'",
    );
    expect(store('2024-05-01 08:00:00', [['name']])).toBe(
      '! list indices must be integers or slices, not str',
    );
    expect(store('2024-05-01 08:00:00', [5])).toBe("! argument of type 'int' is not iterable");
    expect(store('2024-05-01 08:00:00', 5)).toBe("! object of type 'int' has no len()");
    expect(store('2024-05-01 08:00:00', [])).toBe('! The health data cannot be empty.');
  });

  it('does not compare what was measured', () => {
    const values = {
      user_id: 'u1',
      time: span.start_time,
      health_data: fromJson([{ name: 'a', value: 1 }]),
    };
    const input = { user_id: 'U1', time: '2024-5-1 0:0:0', health_data: [] };
    const gold = record('RecordHealthData', input, 'success');
    expect(verdict(openWorld(), 'RecordHealthData', [values, gold])).toBe(true);
  });

  it('looks up symptoms, and trips over an empty one', () => {
    const world = openWorld();
    expect(result(world, 'SymptomSearch', { symptom: ' Cough' })).toEqual([
      { name: 'Cold', description: 'Common.' },
    ]);
    expect(result(world, 'EmergencyKnowledge', { symptom: 'cough' })).toEqual([
      { name: 'Cold', aid: 'Rest.' },
    ]);
    expect(result(world, 'SymptomSearch', { symptom: '' })).toBe('! The symptom cannot be empty.');
    expect(result(world, 'EmergencyKnowledge', { symptom: '' })).toBe(
      "! 'Exception' object has no attribute 'lower'",
    );
    const gold = record('SymptomSearch', { symptom: 'cough' }, []);
    expect(verdict(world, 'SymptomSearch', [{ symptom: ' ' }, gold])).toBe(
      'Exception: The symptom cannot be empty.',
    );
  });
});
