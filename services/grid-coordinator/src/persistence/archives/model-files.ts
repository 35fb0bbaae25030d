import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Tx } from '../database.ts';

export interface ModelFile {
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

const COLUMNS = { name: 'text', sha256: 'text', sizeBytes: 'int8' } as const;

/** Lists an archive's model files in a temporary table of the transaction, because there may be millions. */
export class ModelFiles {
  readonly #trx: Tx;

  private constructor(trx: Tx) {
    this.#trx = trx;
  }

  static async create(trx: Tx): Promise<ModelFiles> {
    await sql`
      create temporary table archived_model_file (
        name text, sha256 text, size_bytes bigint not null, primary key (name, sha256)) on commit drop`.execute(trx);
    return new ModelFiles(trx);
  }

  async add(files: readonly ModelFile[]): Promise<void> {
    await sql`
      insert into archived_model_file select name, sha256, "sizeBytes" from ${recordset(files, COLUMNS, 'f')}`.execute(
      this.#trx,
    );
  }

  /**
   * Returns a model in the temporary table that has no file of its size. `mayBeLost`: whether the file may be missing.
   */
  async findMissing(models: readonly (ModelFile & { readonly mayBeLost: boolean })[]): Promise<ModelFile | undefined> {
    const { rows } = await sql<ModelFile>`
      select m.name, m.sha256, m."sizeBytes" from ${recordset(models, { ...COLUMNS, mayBeLost: 'bool' }, 'm')}
      left join archived_model_file as file using (name, sha256)
      where file.size_bytes is distinct from m."sizeBytes" and not (file.size_bytes is null and m."mayBeLost")
      limit 1`.execute(this.#trx);
    return rows[0];
  }
}
