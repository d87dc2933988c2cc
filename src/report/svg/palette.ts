/** Which colours does a figure have? Told apart also by whoever sees none: shapes differ as well. */

export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly warning: string;
  readonly candidate: string;
  readonly seed: string;
  readonly frozen: string;
}

/** Of a file that stands by itself: dark on white, wherever it is shown. */
export const FILE_PALETTE: Palette = {
  paper: '#ffffff',
  ink: '#111827',
  muted: '#6b7280',
  grid: '#e5e7eb',
  warning: '#b91c1c',
  candidate: '#1d4ed8',
  seed: '#b45309',
  frozen: '#047857',
};
