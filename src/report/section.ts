/** What is a part of a report, before anyone decides how it is drawn? */

export interface Section {
  readonly title: string;
  /** Empty for a section of lines. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Positions of columns whose cells stand on the right. */
  readonly right: readonly number[];
  /** Stand below the table. */
  readonly notes: readonly string[];
  /** Not our numbers: drawn so that nobody takes them for ours. */
  readonly faint: boolean;
}

export function tableSection(
  title: string,
  table: Pick<Section, 'header' | 'rows'>,
  more: Partial<Pick<Section, 'right' | 'notes' | 'faint'>> = {},
): Section {
  return {
    title,
    ...table,
    // Numbers, as a rule, follow one name.
    right: more.right ?? table.header.map((_, index) => index).slice(1),
    notes: more.notes ?? [],
    faint: more.faint ?? false,
  };
}

export function linesSection(title: string, notes: readonly string[]): Section {
  return { title, header: [], rows: [], right: [], notes, faint: false };
}
