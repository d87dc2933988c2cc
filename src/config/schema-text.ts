/** How is a settings schema written for editors? */

const DIALECT = 'http://json-schema.org/draft-07/schema#';

/** JSON Schema as a file, with the dialect first. */
export function schemaText(schema: object): string {
  const { $schema, ...rest } = { $schema: DIALECT, ...schema };
  return `${JSON.stringify({ $schema, ...rest }, null, 2)}\n`;
}
