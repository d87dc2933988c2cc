/** Is the real embedding model here? */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

const VARIABLE = 'TOOLSEARCHER_MODEL_FIXTURE';

/** A suite over the folder that scripts/model-fixture.ts fills; skipped with the reason printed when it is not here. */
export function describeWithModel(title: string, body: (folder: string) => void): void {
  const folder = process.env[VARIABLE] ?? '';
  if (folder !== '' && existsSync(join(folder, 'model.onnx'))) {
    describe(title, () => body(folder));
    return;
  }
  const found = folder === '' ? 'is not set' : `names ${folder}, which has no model.onnx`;
  const reason = `${VARIABLE} ${found}; npx tsx scripts/model-fixture.ts FOLDER fills one`;
  describe.skip(`${title} (skipped: ${reason})`, () => undefined);
  process.stderr.write(`skipped "${title}": ${reason}\n`);
}
