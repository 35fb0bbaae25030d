import {
  ARCHIVE_FORMAT,
  type ArchivedAttempt,
  type ArchivedWorkflow,
  type PointSelection,
} from '@almagest/contracts/grid';
import type { Spool, SpooledContent, SpoolFile } from '../../files/archive/spool.ts';
import { ParquetFile, type TableColumn, type TableValue } from '../../files/archive/table-file.ts';
import {
  archivedCounts,
  archivedJudgements,
  archivedReproductions,
  archivedStarts,
} from '../../persistence/archives/archive-history-repository.ts';
import {
  archivedArtifacts,
  archivedAttempts,
  archivedFiles,
  archivedModels,
  archivedPoints,
  type ArchivedFile,
  type Selection,
} from '../../persistence/archives/archive-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { listPinsOfWorkflow } from '../../persistence/assets/asset-repository.ts';
import { findOwnModels } from '../../persistence/models/model-repository.ts';
import { findWorkflowState, readRunConfig, type WorkflowRow } from '../../persistence/workflows/workflow-repository.ts';
import { csvLine } from '../points/csv-line.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';
import { untilAborted } from './preparation-limit.ts';
import { ATTEMPT_COLUMNS, POINT_COLUMNS, valuesOf, type AttemptSource, type PointSource } from './tables.ts';

/** The files that are written from rows: maps the path in the payload to the name in the spool. */
type Written = Map<string, SpooledContent & { readonly spool: string }>;

/** The rows of an export. All files named here are in the spool. */
export interface CollectedRows {
  readonly workflow: WorkflowRow;
  readonly written: Written;
  /**
   * The spool file that lists the wanted records, one per line: records that the rows name, and records that may exist.
   */
  readonly wantedRecords: string;
  /** The spool file that lists the files of models, one per line. */
  readonly modelFiles: string;
  readonly points: number;
  readonly converged: number;
  readonly attempts: number;
  /** The latest time in the rows, RFC 3339. */
  readonly asOf: string;
}

/** A diagnostic record that an export looks for. */
export interface WantedRecord {
  readonly point: string;
  readonly name: string;
  readonly mtime: string;
}

/** The file with one line for each artifact row. */
export const ARTIFACT_ROWS = 'artifacts.jsonl';

/** The file with one line for each point. */
export const POINT_ROWS = 'points.jsonl';

/** The name of an import's record in `wantedRecords`. An import has no attempt row. */
export const RECORD_OF_IMPORT = 'conv';

export interface RowRequest {
  readonly workflowName: string;
  readonly filter: PointSelection;
  readonly signal: AbortSignal;
}

/**
 * Reads the matching rows in the snapshot of `trx` and writes them to the spool. Holds one page of rows in memory at a
 * time.
 */
export async function collectRows(
  trx: Tx,
  spool: Spool,
  { workflowName, filter, signal }: RowRequest,
): Promise<CollectedRows> {
  const workflow = await requireWorkflow(trx, workflowName);
  const signature = (await readRunConfig(trx, workflow.id))?.signature ?? null;
  const collector = new RowCollector(trx, spool, workflow, {
    selection: { workflowId: workflow.id, signature, filter },
    signal,
  });
  await collector.pointsAndAttempts();
  await collector.models();
  await collector.artifacts();
  await collector.history();
  return await collector.finish(filter);
}

class RowCollector {
  readonly #trx: Tx;
  readonly #spool: Spool;
  readonly #workflow: WorkflowRow;
  readonly #selection: Selection;
  readonly #signal: AbortSignal;
  readonly #written: Written = new Map();
  readonly #records: SpoolFile;
  readonly #modelFiles: SpoolFile;
  #asOf: string;
  #points = 0;
  #converged = 0;
  #attempts = 0;

  constructor(
    trx: Tx,
    spool: Spool,
    workflow: WorkflowRow,
    { selection, signal }: { readonly selection: Selection; readonly signal: AbortSignal },
  ) {
    this.#trx = trx;
    this.#spool = spool;
    this.#workflow = workflow;
    this.#selection = selection;
    this.#signal = signal;
    this.#records = spool.begin('wanted-records');
    this.#modelFiles = spool.begin('model-files');
    this.#asOf = workflow.updated_at.toISOString();
  }

  async pointsAndAttempts(): Promise<void> {
    const rows = { points: this.#spool.begin(POINT_ROWS), attempts: this.#spool.begin('attempts.jsonl') };
    const points = new TableFiles(this.#spool, 'points', POINT_COLUMNS);
    const attempts = new TableFiles(this.#spool, 'attempts', ATTEMPT_COLUMNS);
    const { workflowId, signature } = this.#selection;
    for await (const page of this.#pages(archivedPoints)) {
      const names = page.map(({ name }) => name);
      const ended = (await archivedAttempts(this.#trx, this.#selection, names)) as AttemptSource[];
      const own = await findOwnModels(this.#trx, { workflowId, signature }, names, 'own');
      const models = new Map(own.map((model) => [model.name, model]));
      const ofPoints = Map.groupBy(ended, ({ point_name }) => point_name);
      for (const row of page) rows.points.write(`${JSON.stringify(row)}\n`);
      for (const row of ended) rows.attempts.write(`${JSON.stringify(row)}\n`);
      await attempts.write(ended.map((attempt) => valuesOf(ATTEMPT_COLUMNS, attempt)));
      const sources = page.map((row): PointSource => {
        const point = row as PointSource['point'];
        const tried = ofPoints.get(row.name) ?? [];
        const attempt = tried.find(({ id }) => id === point['model_task_id']) ?? tried.at(-1);
        return { point, attempt, model: models.get(row.name) };
      });
      await points.write(sources.map((source) => valuesOf(POINT_COLUMNS, source)));
      this.#count(sources, ended);
      for (const { name } of page) this.#want(name, RECORD_OF_IMPORT, this.#workflow.created_at.toISOString());
      for (const { point_name, id, has_record, ...attempt } of ended)
        if (has_record) this.#want(point_name, id, String(attempt['completed_at']));
    }
    this.#keep('rows/points.jsonl', POINT_ROWS, rows.points.finish());
    this.#keep('rows/attempts.jsonl', 'attempts.jsonl', rows.attempts.finish());
    for (const table of [points, attempts])
      for (const [name, content] of await table.finish()) this.#keep(name, name, content);
  }

  async models(): Promise<void> {
    await this.#rows('models.jsonl', archivedModels, (row) => row.stored_at);
    for await (const page of this.#pages(archivedFiles))
      for (const file of page) this.#modelFiles.write(`${JSON.stringify(file satisfies ArchivedFile)}\n`);
  }

  async artifacts(): Promise<void> {
    await this.#rows(ARTIFACT_ROWS, archivedArtifacts, (row) => row.stored_at);
  }

  /** Writes the rows that explain the results: configurations, judgements, reproductions and counts. */
  async history(): Promise<void> {
    await this.#rows('starts.jsonl', archivedStarts, (row) => row.started_at);
    await this.#rows('judgements.jsonl', archivedJudgements, (row) => row.judged_at);
    await this.#rows('reproductions.jsonl', archivedReproductions, (row) => row.ended_at);
    await this.#rows('counts.jsonl', archivedCounts, () => undefined);
  }

  async finish(selection: PointSelection): Promise<CollectedRows> {
    const { name, description, status, config_yaml, created_at, updated_at } = this.#workflow;
    const { run = 0, expansion = 0 } = (await findWorkflowState(this.#trx, this.#workflow.id)) ?? {};
    const row: ArchivedWorkflow = {
      format: ARCHIVE_FORMAT,
      name,
      description,
      status,
      config_yaml,
      run,
      expansion,
      assets: await listPinsOfWorkflow(this.#trx, this.#workflow.id),
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
      selection,
    };
    this.#text('rows/workflow.json', 'workflow.json', `${JSON.stringify(row, null, 2)}\n`);
    this.#text('configuration.yaml', 'configuration.yaml', config_yaml);
    this.#records.finish();
    this.#modelFiles.finish();
    return {
      workflow: this.#workflow,
      written: this.#written,
      wantedRecords: 'wanted-records',
      modelFiles: 'model-files',
      points: this.#points,
      converged: this.#converged,
      attempts: this.#attempts,
      asOf: this.#asOf,
    };
  }

  async #rows<Row>(
    name: string,
    read: (trx: Tx, selection: Selection) => AsyncGenerator<Row[]>,
    timeOf: (row: Row) => string | undefined,
  ): Promise<void> {
    const rows = this.#spool.begin(name);
    for await (const page of this.#pages(read)) {
      for (const row of page) {
        rows.write(`${JSON.stringify(row)}\n`);
        this.#see(timeOf(row));
      }
    }
    this.#keep(`rows/${name}`, name, rows.finish());
  }

  #pages<Row>(read: (trx: Tx, selection: Selection) => AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
    return untilAborted(this.#signal, read(this.#trx, this.#selection));
  }

  #count(sources: readonly PointSource[], ended: readonly ArchivedAttempt[]): void {
    this.#points += sources.length;
    this.#attempts += ended.length;
    for (const { point } of sources) {
      if ((point['retired_from'] ?? point.status) === 'converged') this.#converged += 1;
      this.#see(point['last_completed_at']);
    }
  }

  #see(time: TableValue | undefined): void {
    if (typeof time !== 'string') return;
    const iso = new Date(time).toISOString();
    if (iso > this.#asOf) this.#asOf = iso;
  }

  #want(point: string, name: string, mtime: string): void {
    this.#records.write(`${JSON.stringify({ point, name, mtime } satisfies WantedRecord)}\n`);
  }

  #text(path: string, spool: string, text: string): void {
    const file = this.#spool.begin(spool);
    file.write(text);
    this.#keep(path, spool, file.finish());
  }

  #keep(path: string, spool: string, content: SpooledContent): void {
    this.#written.set(path, { ...content, spool });
  }
}

/** Writes a table as CSV and as Parquet. */
class TableFiles {
  readonly #name: string;
  readonly #csv: SpoolFile;
  readonly #parquet: ParquetFile;

  constructor(spool: Spool, name: string, columns: readonly TableColumn[]) {
    this.#name = name;
    this.#csv = spool.begin(`${name}.csv`);
    this.#csv.write(csvLine(columns.map((column) => column.name)));
    this.#parquet = new ParquetFile(spool.pathOf(`${name}.parquet`), columns);
  }

  async write(rows: readonly (readonly TableValue[])[]): Promise<void> {
    for (const row of rows) this.#csv.write(csvLine(row));
    await this.#parquet.write(rows);
  }

  async finish(): Promise<[name: string, content: SpooledContent][]> {
    return [
      [`${this.#name}.csv`, this.#csv.finish()],
      [`${this.#name}.parquet`, await this.#parquet.finish()],
    ];
  }
}
