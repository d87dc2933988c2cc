/** How many tasks would show a difference, and how small a difference can so many tasks show? */
import { normalQuantile } from './normal.ts';

export interface PowerOptions {
  /** Two-sided level; 0.05 when left out. */
  readonly level?: number;
  /** Chance of seeing a difference that is there; 0.8 when left out. */
  readonly power?: number;
}

/**
 * Tasks that a McNemar test needs, by the normal approximation of Connor (1987):
 * n = (z_level sqrt(d) + z_power sqrt(d - delta^2))^2 / delta^2, rounded up.
 *
 * @param difference delta, the difference of the two success rates, in [-1, 1].
 * @param discordance d, the share of tasks that change sides, in [0, 1] and at least |delta|.
 * @returns null when no number of tasks would do (no difference).
 * @throws RangeError when the two cannot belong together.
 */
export function neededTasks(
  difference: number,
  discordance: number,
  options: PowerOptions = {},
): number | null {
  // A difference from counts may exceed its discordance by one rounding error.
  if (!(discordance >= 0 && discordance <= 1 && Math.abs(difference) <= discordance + 1e-9)) {
    throw new RangeError(
      `need |difference| <= discordance <= 1, got ${difference} and ${discordance}`,
    );
  }
  if (difference === 0) return null;
  return Math.ceil(requirement(Math.abs(difference), discordance, options) - 1e-9);
}

/**
 * The smallest difference of success rates that `tasks` paired tasks show with the asked power, at the seen
 * discordance; the inverse of {@link neededTasks}.
 *
 * @returns in (0, discordance]; null when even the largest possible difference would need more tasks.
 */
export function minimumDetectable(
  tasks: number,
  discordance: number,
  options: PowerOptions = {},
): number | null {
  if (!(discordance > 0) || requirement(discordance, discordance, options) > tasks) return null;
  let tooSmall = 0;
  let enough = discordance;
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (tooSmall + enough) / 2;
    if (requirement(middle, discordance, options) > tasks) tooSmall = middle;
    else enough = middle;
  }
  return enough;
}

function requirement(difference: number, discordance: number, options: PowerOptions): number {
  const { level = 0.05, power = 0.8 } = options;
  const unequal = Math.sqrt(Math.max(0, discordance - difference ** 2));
  const reach =
    normalQuantile(1 - level / 2) * Math.sqrt(discordance) + normalQuantile(power) * unequal;
  return (reach / difference) ** 2;
}
