import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MadeFolders, StagedFile, syncFolder } from '@almagest/durable-files';

/**
 * The owner of a diagnostic record. The id prevents a new workflow from inheriting records of a deleted workflow with
 * the same name.
 */
export interface RecordOwner {
  readonly workflowId: number;
  readonly workflowName: string;
  readonly pointName: string;
}

/** The name of an import's record, and of records from before attempts had separate records. */
export const POINT_RECORD = 'conv';

/**
 * Stores the summaries that engines write about their models: `diagnostics/<id>-<workflow>/<point>/<attempt>.json` for
 * each attempt, and `conv.json` for an import.
 */
export class Diagnostics {
  readonly #root: string;
  readonly #staging: string;
  readonly #workflows = new MadeFolders();

  private constructor(dataDir: string) {
    this.#root = join(dataDir, 'diagnostics');
    this.#staging = join(dataDir, 'staging');
  }

  static async open(dataDir: string): Promise<Diagnostics> {
    const diagnostics = new Diagnostics(dataDir);
    await mkdir(diagnostics.#root, { recursive: true });
    await mkdir(diagnostics.#staging, { recursive: true });
    return diagnostics;
  }

  /** Writes a record under a temporary name. The caller must publish or discard it. */
  async stage(record: unknown): Promise<StagedFile> {
    return await this.stageContent(Buffer.from(JSON.stringify(record)));
  }

  /** Does the same as `stage` with a record that is already serialised. */
  async stageContent(content: Buffer): Promise<StagedFile> {
    const file = new StagedFile(this.#staging);
    try {
      file.write(content);
      await file.finish();
    } catch (error) {
      file.discard();
      throw error;
    }
    return file;
  }

  /** Moves a record to its final place. `name`: the attempt, or `POINT_RECORD`. */
  async publish(staged: StagedFile, owner: RecordOwner, name: string): Promise<void> {
    const folder = this.#folderOf(owner);
    const found = staged.putInPlace(folder, `${name}.json`);
    // Syncs these folders too, because the folders of the point and of the workflow may be new.
    const entry = found === 'folder made' ? this.#workflows.sync(dirname(folder), 'folder there') : undefined;
    await Promise.all([syncFolder(folder), entry]);
  }

  /** Returns the record, or null if the file is missing or unparsable. */
  async read(owner: RecordOwner, name: string): Promise<Record<string, unknown> | null> {
    try {
      const record: unknown = JSON.parse(await readFile(this.pathOf(owner, name), 'utf8'));
      return typeof record === 'object' && record !== null && !Array.isArray(record)
        ? (record as Record<string, unknown>)
        : null;
    } catch {
      return null;
    }
  }

  /** Returns the path of a record, which need not exist. */
  pathOf(owner: RecordOwner, name: string): string {
    return join(this.#folderOf(owner), `${name}.json`);
  }

  async removeWorkflow(workflowId: number): Promise<void> {
    for (const folder of await readdir(this.#root)) {
      if (folder.startsWith(`${workflowId}-`)) await rm(join(this.#root, folder), { recursive: true, force: true });
    }
  }

  /**
   * Removes the records of deleted workflows. A report that was admitted before the deletion may have created a folder
   * again. Ids are never reused, so a removed folder never belongs to a new workflow.
   */
  async sweep(findExisting: (workflowIds: readonly number[]) => Promise<ReadonlySet<number>>): Promise<void> {
    const folders = (await readdir(this.#root)).flatMap((folder) => {
      const id = /^(\d{1,10})-/.exec(folder)?.[1];
      return id === undefined ? [] : [{ folder, workflowId: Number(id) }];
    });
    const existing = await findExisting(folders.map(({ workflowId }) => workflowId));
    for (const { folder, workflowId } of folders)
      if (!existing.has(workflowId)) await rm(join(this.#root, folder), { recursive: true, force: true });
  }

  #folderOf({ workflowId, workflowName, pointName }: RecordOwner): string {
    return join(this.#root, `${workflowId}-${workflowName}`, pointName);
  }
}
