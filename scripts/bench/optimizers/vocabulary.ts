/** What may a prompt of the planted world mind? Public: the scripted reflection model knows these words, and no meaning. */

export const VOCABULARY = [
  ...['tariff', 'gasket', 'ledger', 'varnish', 'hinge', 'pallet', 'solvent', 'bearing'],
  ...['invoice', 'flange', 'fabric', 'voltage', 'gravel', 'stencil', 'bracket', 'coolant'],
  ...['rivet', 'timber', 'manifest', 'filter', 'washer', 'canvas', 'dowel', 'permit'],
] as const;

export const TEXTS = {
  settled: (role: string, noun: string): string => `As ${role} I settled the ${noun}.`,
  missed: (role: string, noun: string): string => `As ${role} I could not settle the ${noun}.`,
  lost: (role: string, noun: string): string => `As ${role} I lost time over the ${noun}.`,
  opened: (role: string, noun: string, formatted: boolean): string =>
    `As ${role} I opened the ${noun} for everyone${formatted ? ', item by item' : ''}.`,
  mind: (noun: string): string => `Mind the ${noun}.`,
  leave: (noun: string): string => `Leave the ${noun} alone.`,
};

/** What texts of the planted world say happened, in the order said. */
export interface Statement {
  readonly what: 'settled' | 'missed' | 'lost';
  /** Null where nobody is named, as in feedback. */
  readonly role: string | null;
  readonly noun: string;
}

const SAID = /As (\w+) I (settled|could not settle|lost time over) the ([a-z]+)/g;
const TOLD = /the ([a-z]+) was (not settled|a waste of time)/g;

export function statementsIn(text: string): Statement[] {
  const said = [...text.matchAll(SAID)].map(
    ([, role = '', verb, noun = '']): Statement => ({
      what: verb === 'settled' ? 'settled' : verb === 'could not settle' ? 'missed' : 'lost',
      role,
      noun,
    }),
  );
  const told = [...text.matchAll(TOLD)].map(
    ([, noun = '', fate]): Statement => ({
      what: fate === 'not settled' ? 'missed' : 'lost',
      role: null,
      noun,
    }),
  );
  return [...said, ...told];
}
