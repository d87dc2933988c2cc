/** How far does a parameter move for its slope? */

const WEIGHT_DECAY = 1e-5;
const MOMENTUM = 0.9;
const SQUARE_MOMENTUM = 0.999;
const TINY = 1e-8;
const RATE = { first: 5e-3, least: 1e-5, factor: 0.7, flatEpochs: 30, threshold: 1e-4 };

/** Adam (Kingma and Ba, arXiv 1412.6980) with weight decay as part of the gradient. */
export function adamOver(
  size: number,
): (values: Float64Array, gradient: Float64Array, rate: number) => void {
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  let firstRest = 1;
  let secondRest = 1;
  return (values, gradient, rate) => {
    firstRest *= MOMENTUM;
    secondRest *= SQUARE_MOMENTUM;
    for (let index = 0; index < size; index += 1) {
      const value = values[index] as number;
      const slope = (gradient[index] as number) + WEIGHT_DECAY * value;
      const mean = MOMENTUM * (first[index] as number) + (1 - MOMENTUM) * slope;
      const square =
        SQUARE_MOMENTUM * (second[index] as number) + (1 - SQUARE_MOMENTUM) * slope * slope;
      first[index] = mean;
      second[index] = square;
      const scale = Math.sqrt(square / (1 - secondRest)) + TINY;
      values[index] = value - (rate * mean) / (1 - firstRest) / scale;
    }
  };
}

/** Falls by a factor whenever the error has not fallen by its ten-thousandth part for so many epochs. */
export function decliningRate(): { current(): number; see(error: number): void } {
  let rate = RATE.first;
  let best = Number.POSITIVE_INFINITY;
  let flat = 0;
  return {
    current: () => rate,
    see(error) {
      const better = error < best * (1 - RATE.threshold);
      if (better) best = error;
      flat = better ? 0 : flat + 1;
      if (flat <= RATE.flatEpochs) return;
      rate = Math.max(RATE.least, rate * RATE.factor);
      flat = 0;
    },
  };
}
