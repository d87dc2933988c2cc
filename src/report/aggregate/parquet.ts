/** How does an aggregate become a Parquet file? */
import { PrerequisiteError } from '../../core/errors.ts';
import type { Aggregate } from './aggregate.ts';
import { aggregateColumns, type Column, type ColumnType } from './rows.ts';

type Writer = typeof import('hyparquet-writer');

const TYPES: { readonly [Type in ColumnType]: 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN' } = {
  text: 'STRING',
  'whole number': 'INT32',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
};

/** Every column may hold nulls. @throws PrerequisiteError when the package that writes it is not installed */
export async function aggregateParquet(aggregate: Aggregate): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await writer();
  const columnData = aggregateColumns(aggregate).map(({ name, type, values }) => ({
    name,
    data: [...values],
    type: typeOf(type, values),
    nullable: true,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

/** A seed may be larger than 32 bits hold. */
function typeOf(type: ColumnType, values: Column['values']): (typeof TYPES)[ColumnType] {
  const isLarge = values.some((value) => typeof value === 'number' && Math.abs(value) >= 2 ** 31);
  return type === 'whole number' && isLarge ? 'DOUBLE' : TYPES[type];
}

async function writer(): Promise<Writer> {
  try {
    return await import('hyparquet-writer');
  } catch (error) {
    throw new PrerequisiteError('a Parquet file is written by a package that is not installed', {
      cause: error,
      hints: ['npm install hyparquet-writer'],
    });
  }
}
