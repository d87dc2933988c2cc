/** Which files are made from the source, and what must they say? */
import { registrySource } from './registry-source.ts';
import { sweepSchemaText } from './sweep-schema.ts';

export interface GeneratedFile {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

export function generatedFiles(root: string): GeneratedFile[] {
  return [
    { path: 'src/registry.ts', text: registrySource(root) },
    { path: 'configs/schemas/sweep.schema.json', text: sweepSchemaText(root) },
  ];
}
