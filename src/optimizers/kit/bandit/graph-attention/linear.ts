/** How do rows of numbers pass a linear map, forward and back? */
import type { RandomStream } from '../../../../core/random.ts';

/** y = x W + b over views of one vector of parameters. Row-major: weight[i * outputs + o]. */
export interface Linear {
  readonly inputs: number;
  readonly outputs: number;
  readonly weight: Float64Array;
  readonly bias: Float64Array;
}

/** @param rows count × inputs. Returns count × outputs. */
export function forwardLinear(layer: Linear, rows: Float64Array, count: number): Float64Array {
  const { inputs, outputs, weight, bias } = layer;
  const result = new Float64Array(count * outputs);
  for (let row = 0; row < count; row += 1) {
    const to = row * outputs;
    result.set(bias, to);
    for (let input = 0; input < inputs; input += 1) {
      const value = rows[row * inputs + input] as number;
      if (value === 0) continue;
      const from = input * outputs;
      for (let output = 0; output < outputs; output += 1) {
        result[to + output] =
          (result[to + output] as number) + value * (weight[from + output] as number);
      }
    }
  }
  return result;
}

/** Adds what `upstream` (count × outputs) means for the layer to `gradient`, a layer of the same shape. */
export function accumulateLinear(
  gradient: Linear,
  at: { readonly rows: Float64Array; readonly upstream: Float64Array; readonly count: number },
): void {
  const { inputs, outputs, weight, bias } = gradient;
  for (let row = 0; row < at.count; row += 1) {
    const from = row * outputs;
    for (let output = 0; output < outputs; output += 1) {
      bias[output] = (bias[output] as number) + (at.upstream[from + output] as number);
    }
    for (let input = 0; input < inputs; input += 1) {
      const value = at.rows[row * inputs + input] as number;
      if (value === 0) continue;
      const to = input * outputs;
      for (let output = 0; output < outputs; output += 1) {
        weight[to + output] =
          (weight[to + output] as number) + value * (at.upstream[from + output] as number);
      }
    }
  }
}

/** What `upstream` means for the rows that went in: count × inputs. */
export function backwardLinear(layer: Linear, upstream: Float64Array, count: number): Float64Array {
  const { inputs, outputs, weight } = layer;
  const result = new Float64Array(count * inputs);
  for (let row = 0; row < count; row += 1) {
    const from = row * outputs;
    for (let input = 0; input < inputs; input += 1) {
      const at = input * outputs;
      let sum = 0;
      for (let output = 0; output < outputs; output += 1) {
        sum += (upstream[from + output] as number) * (weight[at + output] as number);
      }
      result[row * inputs + input] = sum;
    }
  }
  return result;
}

/** Kept values scaled up, dropped ones zero; null keeps everything. */
export type Mask = Float64Array | null;

/** Each place is dropped with probability 1 / `oneIn`, and the rest made larger so that the mean stays. */
export function dropoutMask(size: number, oneIn: number, random: RandomStream): Float64Array {
  const mask = new Float64Array(size);
  const kept = oneIn / (oneIn - 1);
  for (let index = 0; index < size; index += 1) {
    mask[index] = random.integer(oneIn) === 0 ? 0 : kept;
  }
  return mask;
}

/** max(0, x), then the mask. */
export function forwardRelu(values: Float64Array, mask: Mask): Float64Array {
  const result = new Float64Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as number;
    if (value > 0) result[index] = mask === null ? value : value * (mask[index] as number);
  }
  return result;
}

/** @param values as they were before `forwardRelu`. */
export function backwardRelu(
  upstream: Float64Array,
  values: Float64Array,
  mask: Mask,
): Float64Array {
  const result = new Float64Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const slope = upstream[index] as number;
    if ((values[index] as number) > 0) {
      result[index] = mask === null ? slope : slope * (mask[index] as number);
    }
  }
  return result;
}
