import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { SpooledContent } from './spool.ts';

/** A column of a table for people. `time`: RFC 3339 in UTC. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'time';
}

export type TableValue = string | number | boolean | null;

/** Writes a table as Parquet. Each page is a row group, and only one page is held in memory. */
export class ParquetFile {
  readonly #path: string;
  readonly #columns: readonly TableColumn[];
  readonly #writer: ParquetWriter;
  #wrote = false;

  constructor(path: string, columns: readonly TableColumn[]) {
    this.#path = path;
    this.#columns = columns;
    this.#writer = new ParquetWriter({ writer: fileWriter(path), schema: schemaOf(columns), createdBy: 'Almagest' });
  }

  async write(rows: readonly (readonly TableValue[])[]): Promise<void> {
    if (rows.length === 0 && this.#wrote) return;
    this.#wrote = true;
    const columnData = this.#columns.map(({ name, type }, index) => ({
      name,
      data: rows.map((row) => parquetValue(type, row[index] ?? null)),
    }));
    await this.#writer.write({ columnData, rowGroupSize: Math.max(1, rows.length) });
  }

  async finish(): Promise<SpooledContent> {
    await this.#writer.finish();
    const digest = createHash('sha256');
    for await (const piece of createReadStream(this.#path)) digest.update(piece as Buffer);
    return { sizeBytes: (await stat(this.#path)).size, sha256: digest.digest('hex') };
  }
}

function schemaOf(columns: readonly TableColumn[]): SchemaElement[] {
  return [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)];
}

function elementOf({ name, type }: TableColumn): SchemaElement {
  const column = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type) {
    case 'text':
      return { ...column, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    case 'number':
      return { ...column, type: 'DOUBLE' };
    case 'integer':
      return { ...column, type: 'INT64' };
    case 'boolean':
      return { ...column, type: 'BOOLEAN' };
    case 'time':
      return { ...column, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' };
  }
}

function parquetValue(type: TableColumn['type'], value: TableValue): unknown {
  if (value === null) return undefined;
  if (type === 'integer') return BigInt(value);
  if (type === 'time') return new Date(String(value));
  return value;
}
