/** Which z belongs to a probability of the standard normal distribution? */

// Rational approximations of Wichura (1988), Algorithm AS 241 (PPND16), coefficients from the highest power down.
const CENTRE = {
  numerator: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
    1971.5909503065513, 133.14166789178438, 3.3871328727963665,
  ],
  denominator: [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
    687.1870074920579, 42.31333070160091, 1,
  ],
};
const SHOULDER = {
  numerator: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684,
    3.6478483247632045, 5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  denominator: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008,
    0.6897673349851, 1.6763848301838038, 2.053191626637759, 1,
  ],
};
const TAIL = {
  numerator: [
    2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124,
    0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  denominator: [
    2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133,
    0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1,
  ],
};

type Ratio = typeof CENTRE;

function ratio({ numerator, denominator }: Ratio, x: number): number {
  const horner = (coefficients: readonly number[]): number =>
    coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
  return horner(numerator) / horner(denominator);
}

/**
 * Quantile of the standard normal distribution, about 16 digits.
 *
 * @throws RangeError unless 0 < probability < 1.
 */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`probability must lie between 0 and 1, got ${probability}`);
  }
  const offset = probability - 0.5;
  if (Math.abs(offset) <= 0.425) return offset * ratio(CENTRE, 0.180625 - offset * offset);
  const depth = Math.sqrt(-Math.log(Math.min(probability, 1 - probability)));
  const size = depth <= 5 ? ratio(SHOULDER, depth - 1.6) : ratio(TAIL, depth - 5);
  return offset < 0 ? -size : size;
}

/** Chance of at most `z` under the standard normal distribution, to about 1e-16 (Marsaglia 2004, the series around 0). */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) throw new RangeError('z must be a number');
  // Beyond 9 standard deviations nothing is left that a double of this size could hold.
  if (Math.abs(z) > 9) return z < 0 ? 0 : 1;
  let term = z;
  let sum = z;
  for (let odd = 3; ; odd += 2) {
    term *= (z * z) / odd;
    if (sum + term === sum) break;
    sum += term;
  }
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return Math.min(1, Math.max(0, 0.5 + sum * density));
}
