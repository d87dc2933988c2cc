/** What flags does a command have? One table per command: parsing, checks, types and help all come from it. */

interface FlagBase {
  /** One line for `--help`: what it sets, its unit, and where its default comes from when it is not a constant. */
  readonly describe: string;
}

export interface TextFlag extends FlagBase {
  readonly kind: 'text';
  /** What help shows for the value, for example `DIR`. */
  readonly placeholder: string;
  readonly default?: string;
  readonly required?: true;
}

export interface IntegerFlag extends FlagBase {
  readonly kind: 'integer';
  readonly minimum: number;
  readonly maximum?: number;
  readonly default?: number;
}

export interface DecimalFlag extends FlagBase {
  readonly kind: 'decimal';
  readonly minimum: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** Typed with units, `90m` or `1h30m`; read as milliseconds. */
export interface DurationFlag extends FlagBase {
  readonly kind: 'duration';
}

/** One of some names. */
export interface ChoiceFlag extends FlagBase {
  readonly kind: 'choice';
  readonly choices: readonly string[];
  /** Other spellings of choices. */
  readonly synonyms?: { readonly [spelling: string]: string };
  /** For names that grow with the plugins: `unknown method "…"`, and `protocol list methods` shows them. */
  readonly axis?: string;
  readonly default?: string;
  readonly required?: true;
}

/** Several of some names, separated by commas; never the same twice. */
export interface ChoicesFlag extends FlagBase {
  readonly kind: 'choices';
  readonly choices: readonly string[];
}

export interface SwitchFlag extends FlagBase {
  readonly kind: 'switch';
}

/** `--option key=value`, repeatable. */
export interface PairsFlag extends FlagBase {
  readonly kind: 'pairs';
}

/** One or more values after one flag; with `separator`, also in one word. */
export interface TextsFlag extends FlagBase {
  readonly kind: 'texts';
  readonly placeholder: string;
  readonly separator?: string;
}

/** Written for other tools' scripts: taken with or without a value, and without effect. */
export interface AcceptedFlag extends FlagBase {
  readonly kind: 'accepted';
}

export type Flag =
  | TextFlag
  | IntegerFlag
  | DecimalFlag
  | DurationFlag
  | ChoiceFlag
  | ChoicesFlag
  | SwitchFlag
  | AcceptedFlag
  | PairsFlag
  | TextsFlag;

/** Keys are camelCase; `teamSize` is typed as `--team-size`. */
export type FlagTable = { readonly [name: string]: Flag };

type PresentOrNull<F, Value> = F extends { readonly default: unknown } | { readonly required: true }
  ? Value
  : Value | null;

export type FlagValue<F extends Flag> = F extends SwitchFlag
  ? boolean
  : F extends AcceptedFlag
    ? null
    : F extends PairsFlag
      ? { readonly [key: string]: string }
      : F extends TextsFlag
        ? readonly string[]
        : F extends ChoicesFlag
          ? readonly F['choices'][number][] | null
          : F extends ChoiceFlag
            ? PresentOrNull<F, F['choices'][number]>
            : F extends TextFlag
              ? PresentOrNull<F, string>
              : PresentOrNull<F, number>;

/** What a command receives. A flag that was not given and has no default is null (an empty list, false, no pairs). */
export type FlagValues<Table extends FlagTable> = {
  readonly [Name in keyof Table]: FlagValue<Table[Name]>;
};

/** `teamSize` → `team-size`. */
export function flagWord(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
