/** What do the APIs of level 3 and the calculator answer, and what is compared? */
import { describe, expect, it } from 'vitest';
import { PyFloat } from '../../../../../src/datasets/apibank/python/value.ts';
import { answer, openWorld, record, result, verdict } from './small-world.ts';

const open = (): ReturnType<typeof openWorld> => openWorld('lv3');

describe('people and users', () => {
  it('looks up names exactly and spells a miss as Python does', () => {
    const world = open();
    expect(result(world, 'OrganizationMembers', { organization: 'JD' })).toEqual({
      members: ['Mike', 'Jane'],
    });
    expect(result(world, 'OrganizationMembers', { organization: 'jd' })).toBe("! 'jd'");
    expect(result(world, 'TravelStatus', { member_name: null })).toBe('! None');
    expect(result(world, 'QueryMeeting', { user_name: "O'Neil" })).toBe('! "O\'Neil"');
    expect(result(world, 'UserMoviePreferences', { user_name: [] })).toBe(
      "! unhashable type: 'list'",
    );
    expect(result(world, 'UserWatchedMovies', { user_name: 'Nobody' })).toBe('! User not found.');
  });

  it('asks for the right password', () => {
    const world = open();
    const login = { username: 'Tom', password: 'asdfgh' };
    expect(result(world, 'AccountInfo', login)).toEqual({
      email: 'tom@example.com',
      phone: '4564564567',
    });
    expect(result(world, 'AccountInfo', { ...login, password: 1 })).toBe('! User not found.');
    const wrong = { ...login, password: 'x', address: 'y' };
    const sameFailure = record('PersonalInfoUpdate', wrong, null, 'other text');
    // The exception is not compared.
    expect(verdict(world, 'PersonalInfoUpdate', [wrong, sameFailure])).toBe(true);
    const elsewhere = record('PersonalInfoUpdate', { ...wrong, address: 'z' }, null);
    expect(verdict(world, 'PersonalInfoUpdate', [wrong, elsewhere])).toBe(false);
    expect(result(world, 'PersonalInfoUpdate', { ...login, address: 'y' })).toEqual({
      status: 'success',
    });
  });

  it('counts posts and likes', () => {
    const world = open();
    expect(result(world, 'UserPosts', { user_id: '3' })).toEqual({ post_ids: [7, 8, 9] });
    expect(result(world, 'UserPosts', { user_id: 6 })).toBe('! 6');
    expect(result(world, 'LikeCount', { post_id: 15 })).toEqual({ like_count: 150 });
    expect(result(world, 'LikeCount', { post_id: 16 })).toBe('! Post with ID 16 does not exist.');
  });

  it('recommends genre by genre', () => {
    const world = open();
    const recommend = (preferences: string | string[]): unknown =>
      result(world, 'MovieRecommendations', { preferences });
    expect(recommend(['Comedy', 'Comedy'])).toHaveProperty('recommended_movies.length', 6);
    expect(recommend('Comedy')).toBe("! 'C'");
    expect(recommend([])).toEqual({ recommended_movies: [] });
  });

  it('ignores the wording of a reminder and most words of a topic', () => {
    const mail = { content: 'x', time: '2024-05-01 12:00:00', location: 'y', recipient: 'z' };
    const gold = record('EmailReminder', { ...mail, content: 'other' }, 'success');
    expect(verdict(open(), 'EmailReminder', [mail, gold])).toBe(true);
    expect(result(open(), 'EmailReminder', { ...mail, content: '' })).toBe(
      '! Content should not be empty',
    );
    const meeting = {
      meeting_topic: 'Plan a b',
      start_time: mail.time,
      end_time: mail.time,
      location: 'y',
      attendees: ['z'],
    };
    const topic = { ...meeting, meeting_topic: 'Plan a b c' };
    expect(verdict(open(), 'AddMeeting', [meeting, record('AddMeeting', topic, 'success')])).toBe(
      true,
    );
    expect(result(open(), 'AddMeeting', { ...meeting, meeting_topic: '' })).toContain('null');
  });
});

describe('places', () => {
  it('knows five places and raises for the weather elsewhere', () => {
    const world = open();
    expect(result(world, 'Geocoding', { address: 'Paris' })).toEqual({
      latitude: 48.8566,
      longitude: 2.3522,
    });
    const weather = (latitude: string, longitude: string): unknown =>
      result(world, 'GetWeatherForCoordinates', { latitude, longitude });
    expect(weather('48.85660', '2.3522')).toMatchObject({ description: 'Sunny' });
    expect(weather('48', '2')).toBe("! TypeError: 'NoneType' object is not subscriptable");
  });

  it('lists the same restaurants everywhere and compares the place only', () => {
    const near = { latitude: 1, longitude: 2, distance: 3 };
    const gold = record('NearbyRestaurants', { ...near }, []);
    expect(verdict(open(), 'NearbyRestaurants', [near, gold])).toBe(true);
    expect(result(open(), 'NearbyRestaurants', near)).toHaveProperty('restaurants.length', 4);
  });

  it.each([
    [9.9, 70, '', 3],
    [10, 70, '', 2],
    [20, 70.1, '', 4],
    [30, 70, 'light RAIN', 4],
    [Number.NaN, 0, 'rain', 1],
  ])('dresses for %d degrees, %d percent, %s', (degrees, percent, weather, count) => {
    const values = {
      temperature: new PyFloat(degrees),
      humidity: new PyFloat(percent),
      weather_conditions: weather,
    };
    expect(result(open(), 'ClothingRecommendation', values)).toHaveProperty(
      'clothing_options.length',
      count,
    );
  });
});

describe('money', () => {
  it.each([
    [0, 0],
    [1000, 900],
    [3000, 2400],
    [5000, 3500],
  ])('leaves of %d after tax %d', (salary, left) => {
    expect(result(open(), 'TaxCalculator', { salary })).toEqual({ salary_after_tax: left });
  });

  it('fails below zero, without a word, and cannot compare that', () => {
    const failed = answer(open(), 'TaxCalculator', { salary: -1 });
    expect(failed).toMatchObject({ output: null, exception: '' });
    expect(verdict(open(), 'TaxCalculator', [{ salary: -1 }, failed])).toBe(
      "TypeError: 'NoneType' object is not subscriptable",
    );
    expect(result(open(), 'GetOccupationSalary', { occupation: 'doctor' })).toBe(
      '! The occupation is not in the database.',
    );
  });
});

describe('travel', () => {
  it('trips over a flight that was listed before', () => {
    const world = open();
    const flight = { source: 'New York', destination: 'London', travel_dates: '2022-1-4' };
    expect(result(world, 'FlightSearch', flight)).toHaveProperty('flights.length', 1);
    expect(result(world, 'FlightSearch', flight)).toBe("! 'str' object has no attribute 'date'");
    expect(result(world, 'FlightSearch', { ...flight, source: 'Paris' })).toEqual({ flights: [] });
  });

  it('trips over a hotel that was listed before', () => {
    const world = open();
    const stay = {
      destination: 'San Francisco',
      check_in_date: '2022-01-02',
      check_out_date: '2022-01-02',
    };
    expect(result(world, 'HotelAvailability', stay)).toHaveProperty('hotels.length', 2);
    expect(result(world, 'HotelAvailability', stay)).toBe(
      "! 'str' object has no attribute 'strftime'",
    );
    const later = { ...stay, check_in_date: '2022-01-05', check_out_date: '2022-01-06' };
    expect(result(world, 'HotelAvailability', later)).toHaveProperty('hotels.length', 1);
  });
});

describe('the calculator', () => {
  const calculate = (formula: string): unknown => result(open(), 'Calculator', { formula });

  it.each([
    ['2 + 3*4', 14],
    ['(2+3)*(4-1)', 15],
    ['7/2/7', 0.5],
    ['22/7*7-22', 0],
    ['4(2+1)', 4],
  ])('%s is %d', (formula, value) => {
    expect(calculate(formula)).toBe(value);
  });

  it.each([
    ['', 'invalid formula'],
    ['7', 'invalid formula'],
    ['-7', 'invalid formula'],
    ['1.5+1', 'invalid formula'],
    ['1+2)', 'invalid formula'],
    ['((1+2)*3)', "')' is not in list"],
    ['1/0', 'float division by zero'],
    ['12+', 'list index out of range'],
    ['1)*2*(3', 'list index out of range'],
    ['1++2', "unsupported operand type(s) for +: 'float' and 'str'"],
    ['2*-3', "can't multiply sequence by non-int of type 'float'"],
  ])('%s fails', (formula, text) => {
    expect(calculate(formula)).toBe(`! ${text}`);
  });

  it.each(['-5+3', '-(2+3)', '5-(-3)', '*5+3'])('%s never ends', (formula) => {
    expect(calculate(formula)).toBe('! HANG');
  });

  it('works through long formulas', () => {
    expect(calculate(`${'1+'.repeat(50_000)}1`)).toBe(50_001);
    expect(calculate(`${'(2-1)*'.repeat(20_000)}3`)).toBe(3);
  });

  it('compares formulas without blanks', () => {
    const gold = record('Calculator', { formula: ' 1 + 1' }, 2);
    expect(verdict(open(), 'Calculator', [{ formula: '1+1' }, gold])).toBe(true);
    expect(verdict(open(), 'Calculator', [{ formula: '2+0' }, gold])).toBe(false);
  });
});
