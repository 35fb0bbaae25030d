import {
  COUNT_TABLES,
  type ArchivedArtifact,
  type ArchivedAttempt,
  type ArchivedModel,
  type ArchivedPoint,
  type ArchivedWorkflow,
} from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql, type RawBuilder } from 'kysely';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import type { Tx } from '../database.ts';
import { localColumns, type ArchivedTable, type KeptTable } from './local-columns.ts';

const TABLES: readonly ArchivedTable[] = [
  'point',
  'task',
  'model',
  'artifact',
  'workflow_start',
  'judgement',
  'reproduction',
  ...COUNT_TABLES,
];

/** Fields that an archive's rows have in addition to the columns of their table. */
const BESIDE: Partial<Readonly<Record<ArchivedTable, readonly string[]>>> = {
  task: ['start_model'],
  model: ['own', 'parent', 'parents', 'params'],
};

/**
 * Thrown if a row has a column that this version does not know or that archives never contain. The message names the
 * column.
 */
export class UnfitColumnError extends Error {
  override readonly name = 'UnfitColumnError';
}

/** Writes the rows of an archive under the id of a workflow. The statements set only the columns that the rows have. */
export class ArchiveWriter {
  readonly #trx: Tx;
  readonly #workflowId: number;
  readonly #columns: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #schema: string;

  private constructor(
    trx: Tx,
    workflowId: number,
    known: { columns: ReadonlyMap<string, ReadonlySet<string>>; schema: string },
  ) {
    this.#trx = trx;
    this.#workflowId = workflowId;
    this.#columns = known.columns;
    this.#schema = known.schema;
  }

  static async open(trx: Tx, workflowId: number): Promise<ArchiveWriter> {
    const { rows } = await sql<{ schema: string; table: string; column: string }>`
      select nspname as schema, relname as table, attname as column
      from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
      where attrelid = any(${[...TABLES]}::regclass[]) and attnum > 0 and not attisdropped`.execute(trx);
    const columns = [...Map.groupBy(rows, ({ table }) => table)].map(
      ([table, found]) => [table, new Set(found.map(({ column }) => column))] as const,
    );
    return new ArchiveWriter(trx, workflowId, { columns: new Map(columns), schema: rows[0]?.schema ?? '' });
  }

  async workflow(workflow: ArchivedWorkflow, config: WorkflowConfig | null): Promise<void> {
    const atRest = workflow.status === 'idle' || workflow.status === 'completed' ? workflow.status : 'paused';
    await sql`
      insert into workflow (id, name, description, config_yaml, status, run_config, run, expansion, created_at, updated_at)
      overriding system value
      values (${this.#workflowId}, ${workflow.name}, ${workflow.description}, ${workflow.config_yaml},
              ${atRest}::workflow_status, ${config === null ? null : JSON.stringify(config)}::jsonb, ${workflow.run}, ${workflow.expansion ?? 0},
              ${workflow.created_at}::timestamptz, ${workflow.updated_at}::timestamptz)`.execute(this.#trx);
    const pins = recordset(
      workflow.assets ?? [],
      { expansion: 'int4', run: 'int4', path: 'text', sha256: 'text' },
      'pin',
    );
    // The contents of the assets are not in the archive. Resuming the run requires the same files.
    await sql`
      insert into asset_pin (workflow_id, expansion, run, path, sha256)
      select ${this.#workflowId}::int4, expansion, run, path, sha256 from ${pins}`.execute(this.#trx);
  }

  /**
   * Writes points. A point that was running during the export is queued again, because its attempt is not in the
   * archive.
   */
  async points(points: readonly ArchivedPoint[]): Promise<void> {
    const rows = points.map((point) => ({
      ...point,
      workflow_id: this.#workflowId,
      ...(point.status === 'running' ? { status: 'queued' } : {}),
    }));
    await sql`insert into point ${this.#given('point', rows)}`.execute(this.#trx);
  }

  async attempts(attempts: readonly ArchivedAttempt[]): Promise<void> {
    const rows = attempts.map((attempt) => ({ ...attempt, workflow_id: this.#workflowId }));
    await sql`
      insert into task (${this.#list('task', rows)}, start_model_id)
      select ${this.#list('task', rows, 't')}, start.id
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as given(row)
      cross join jsonb_populate_record(${this.#emptyRow('task')}, given.row) as t
      left join lateral (${this.#findModel(sql`given.row -> 'start_model'`)}) as start on true`.execute(this.#trx);
  }

  /** Writes the versions of one lineage. Their parents are already stored. */
  async models(models: readonly ArchivedModel[]): Promise<void> {
    const rows = models.map((model) => ({ ...model, workflow_id: model.own ? this.#workflowId : null }));
    const list = this.#list('model', rows, 'm', ['lineage']);
    await sql`
      insert into model (${this.#list('model', rows, undefined, ['lineage'])}, lineage, parent_id, parent_lineage)
      select ${list}, greatest(m.lineage, parent.lineage + 1), parent.id, parent.lineage
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as given(row)
      cross join jsonb_populate_record(${this.#emptyRow('model')}, given.row) as m
      left join lateral (${this.#findModel(sql`given.row -> 'parent'`)}) as parent on true
      on conflict (name, sha256, workflow_id, signature) do nothing`.execute(this.#trx);
    await this.#parents(rows.filter(({ parents }) => parents !== undefined));
    await this.#imported(rows);
  }

  /**
   * Writes the versions from which structures were interpolated. These versions have a lower lineage, so they are
   * already stored.
   */
  async #parents(rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return;
    await sql`
      insert into model_parent (model_id, parent_id, weight)
      select model.id, parent.id, (origin.row ->> 'weight')::float8
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as given(row)
      cross join lateral (${this.#findModel(sql`given.row`)}) as model
      cross join jsonb_array_elements(given.row -> 'parents') as origin(row)
      cross join lateral (${this.#findModel(sql`origin.row`)}) as parent
      on conflict do nothing`.execute(this.#trx);
  }

  /** Lists the models that become seeds after this transaction, in small transactions that don't block reports. */
  async #imported(rows: readonly object[]): Promise<void> {
    await sql`
      insert into imported_model (workflow_id, name, signature, teff, logg, loghe, logc, logn, logo)
      select distinct on (m.name, m.signature) ${this.#workflowId}::int, m.name, m.signature, p.teff, p.logg, p.loghe,
             p.logc, p.logn, p.logo
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as given(row)
      cross join jsonb_populate_record(${this.#emptyRow('model')}, given.row) as m
      cross join jsonb_populate_record(${this.#emptyRow('point')}, given.row -> 'params') as p
      on conflict do nothing`.execute(this.#trx);
  }

  async artifacts(artifacts: readonly ArchivedArtifact[]): Promise<void> {
    const rows = artifacts.map((artifact) => ({ ...artifact, workflow_id: this.#workflowId }));
    await sql`insert into artifact ${this.#given('artifact', rows)}`.execute(this.#trx);
  }

  /** Writes the starts, judgements, reproductions or counts of the workflow. */
  async kept(table: KeptTable, given: readonly object[]): Promise<void> {
    const rows = given.map((row) => ({ ...row, workflow_id: this.#workflowId }));
    await sql`insert into ${sql.table(table)} ${this.#given(table, rows)}`.execute(this.#trx);
  }

  /** Writes the counts and times that are derived from points. */
  async counts(): Promise<void> {
    const id = this.#workflowId;
    await sql`
      insert into point_count_delta (workflow_id, wave, status, method, n)
      select ${id}, wave, status, case when status = 'converged' then coalesce(success_method, '') else '' end, count(*)
      from point where workflow_id = ${id} group by 2, 3, 4`.execute(this.#trx);
    await sql`
      insert into task_time_delta (workflow_id, tasks, seconds)
      select ${id}, count(*), sum(least(1e9, coalesce(elapsed_sec, extract(epoch from completed_at - created_at))))
      from task where workflow_id = ${id} and not reclaimed having count(*) > 0`.execute(this.#trx);
    await sql`
      insert into artifact_count_delta (workflow_id, kind, files, bytes)
      select workflow_id, kind, count(*), sum(size_bytes) from artifact where workflow_id = ${id} group by workflow_id, kind`.execute(
      this.#trx,
    );
    await sql`delete from artifact_upload where workflow_id = ${id}`.execute(this.#trx);
  }

  #findModel(reference: RawBuilder<unknown>): RawBuilder<unknown> {
    return sql`
      select id, lineage from model
      where name = ${reference} ->> 'name' and sha256 = ${reference} ->> 'sha256'
        and signature is not distinct from ${reference} ->> 'signature'
        and workflow_id is not distinct from case when (${reference} ->> 'own')::boolean then ${this.#workflowId}::int end
      limit 1`;
  }

  #given(table: ArchivedTable, rows: readonly object[]): RawBuilder<unknown> {
    return sql`(${this.#list(table, rows)}) select ${this.#list(table, rows)}
      from jsonb_populate_recordset(${this.#emptyRow(table)}, ${JSON.stringify(rows)}::jsonb)`;
  }

  /** Includes the name of the schema, because PostgreSQL has its own type `point`. */
  #emptyRow(table: ArchivedTable): RawBuilder<unknown> {
    return sql`null::${sql.id(this.#schema, table)}`;
  }

  /** Returns the columns of a table that any of these rows has. Other columns keep their defaults. */
  #list(
    table: ArchivedTable,
    rows: readonly object[],
    alias?: string,
    except: readonly string[] = [],
  ): RawBuilder<unknown> {
    const known = this.#columns.get(table) ?? new Set();
    const beside = new Set(['workflow_id', ...(BESIDE[table] ?? [])]);
    const names = [...new Set(rows.flatMap(Object.keys))].filter((name) => !beside.has(name));
    const local = names.find((name) => localColumns(table).includes(name));
    if (local !== undefined)
      throw new UnfitColumnError(`rows of ${table} have the column ${local}, which is not allowed in an archive`);
    const unknown = names.find((name) => !known.has(name));
    if (unknown !== undefined)
      throw new UnfitColumnError(
        `rows of ${table} have the column ${unknown}, which this version does not know: import the archive with a newer version`,
      );
    const columns = ['workflow_id', ...names].filter((name) => !except.includes(name));
    return sql.join(columns.map((name) => (alias === undefined ? sql.id(name) : sql.id(alias, name))));
  }
}
