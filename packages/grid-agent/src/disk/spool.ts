import { openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FormData } from 'undici';
import type { TaskReport } from '@almagest/contracts/grid';
import { linkOrCopy, sync, writeDurably } from './durable.ts';

const REPORT = 'report.json';
const SEED = 'out.7';
/** The suffix of a folder that was not written or not removed completely. */
const INCOMPLETE = '.aside';

/** Reports that wait for delivery, in one folder each. They survive a crash of the agent or of the machine. */
export class Spool {
  readonly #dir: string;
  readonly #refused: string;

  private constructor(dir: string, refused: string) {
    this.#dir = dir;
    this.#refused = refused;
  }

  static async open(dir: string, refused: string): Promise<Spool> {
    for (const name of await readdir(dir)) {
      if (name.endsWith(INCOMPLETE)) await rm(join(dir, name), { recursive: true, force: true });
    }
    return new Spool(dir, refused);
  }

  /** The ids of the spooled reports. Other files in the folder are ignored. */
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

  /** Writes the report atomically: it is on the disk completely or not at all. */
  async put(report: TaskReport, seedFile: string | undefined): Promise<void> {
    const aside = join(this.#dir, `${report.task_id}${INCOMPLETE}`);
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

  /** The report as a form. The seed is read from the disk while it is sent. */
  async form(taskId: string): Promise<FormData> {
    const folder = join(this.#dir, taskId);
    const form = new FormData();
    form.set('report', await readFile(join(folder, REPORT), 'utf8'));
    const seed = join(folder, SEED);
    // A seed that exists but cannot be opened must fail and not be missing from the report.
    if ((await readdir(folder)).includes(SEED)) {
      form.set('seed_file', await openAsBlob(seed, { type: 'application/octet-stream' }), SEED);
    }
    return form;
  }

  async remove(taskId: string): Promise<void> {
    const aside = join(this.#dir, `${taskId}${INCOMPLETE}`);
    await rename(join(this.#dir, taskId), aside);
    // The next start removes the rest; the report is no longer in the spool.
    await rm(aside, { recursive: true, force: true }).catch(() => undefined);
  }

  /** Moves a report that the coordinator has refused for good out of the spool, with the refusal's message. */
  async refuse(taskId: string, answer: string): Promise<string> {
    const kept = join(this.#refused, taskId);
    await rm(kept, { recursive: true, force: true });
    await rename(join(this.#dir, taskId), kept);
    await writeDurably(join(kept, 'answer.txt'), `${answer}\n`);
    return kept;
  }
}
