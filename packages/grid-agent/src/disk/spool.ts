import { openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FormData } from 'undici';
import type { TaskReport } from '@almagest/contracts/grid';
import { linkOrCopy, sync, writeDurably } from './durable.ts';

const REPORT = 'report.json';
const SEED = 'out.7';
/** A folder of this name has not been finished, or not been removed to its end. */
const ASIDE = '.aside';

/** Reports that wait for the coordinator, a folder each. What is in it survives the agent and the machine. */
export class Spool {
  readonly #dir: string;
  readonly #refused: string;

  private constructor(dir: string, refused: string) {
    this.#dir = dir;
    this.#refused = refused;
  }

  static async open(dir: string, refused: string): Promise<Spool> {
    for (const name of await readdir(dir)) {
      if (name.endsWith(ASIDE)) await rm(join(dir, name), { recursive: true, force: true });
    }
    return new Spool(dir, refused);
  }

  /** The ids of the tasks whose reports are here; whatever else somebody put beside them is left alone. */
  async list(): Promise<string[]> {
    const names = await readdir(this.#dir);
    const isReport = await Promise.all(names.map((name) => this.has(name)));
    return names.filter((_, index) => isReport[index]);
  }

  async has(taskId: string): Promise<boolean> {
    return stat(join(this.#dir, taskId, REPORT)).then(
      () => true,
      () => false,
    );
  }

  /** Afterwards the report is on the disk as a whole; before, there is nothing of it. */
  async put(report: TaskReport, seedFile: string | undefined): Promise<void> {
    const aside = join(this.#dir, `${report.task_id}${ASIDE}`);
    const target = join(this.#dir, report.task_id);
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside);
    if (seedFile !== undefined) {
      await linkOrCopy(seedFile, join(aside, SEED));
      await sync(join(aside, SEED));
    }
    await writeDurably(join(aside, REPORT), JSON.stringify(report));
    await rm(target, { recursive: true, force: true });
    await rename(aside, target);
    await sync(this.#dir);
  }

  /** The report as the coordinator wants it; the seed is read from the disk while it is sent. */
  async form(taskId: string): Promise<FormData> {
    const folder = join(this.#dir, taskId);
    const form = new FormData();
    form.set('report', await readFile(join(folder, REPORT), 'utf8'));
    const seed = join(folder, SEED);
    // Asked for by name: a seed that is there but cannot be opened must fail, not vanish from the report.
    if ((await readdir(folder)).includes(SEED)) {
      form.set('seed_file', await openAsBlob(seed, { type: 'application/octet-stream' }), SEED);
    }
    return form;
  }

  async remove(taskId: string): Promise<void> {
    const aside = join(this.#dir, `${taskId}${ASIDE}`);
    await rename(join(this.#dir, taskId), aside);
    // What is left of it is removed by the next start; the report itself is out of the spool.
    await rm(aside, { recursive: true, force: true }).catch(() => undefined);
  }

  /** Sets a report aside that the coordinator will never take, with what it said. */
  async refuse(taskId: string, answer: string): Promise<string> {
    const kept = join(this.#refused, taskId);
    await rm(kept, { recursive: true, force: true });
    await rename(join(this.#dir, taskId), kept);
    await writeDurably(join(kept, 'answer.txt'), `${answer}\n`);
    return kept;
  }
}
