import { openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskArtifact, TaskReport } from '@almagest/contracts/grid';
import { moveDurably, replaceFile, syncFile, syncFolder } from '@almagest/durable-files';
import { FormData } from '@almagest/http-client';
import type { ArtifactFile } from '../decisions/artifacts.ts';
import { withWarnings } from '../decisions/report.ts';
import { shortened } from '../decisions/report-size.ts';
import { linkOrCopy } from './link-or-copy.ts';
import { contentOf, faultOf } from './readable-content.ts';

const REPORT = 'report.json';
const SEED = 'out.7';
/** The list of the artifacts, and the folder with their files. Each file is named after its index in the list. */
const ARTIFACTS = 'artifacts.json';
const FILES = 'files';
/** The suffix of a folder that is being written or removed. */
const INCOMPLETE = '.aside';

export interface SpooledArtifact extends TaskArtifact {
  readonly file: string;
}

/** The artifacts of a report after the upload. */
export interface HandedOver {
  /** The artifacts that the coordinator has. The report names them. */
  readonly artifacts: readonly TaskArtifact[];
  /** The files that became unreadable, and why. */
  readonly warnings: readonly string[];
}

/** The disk has damaged the report, so another attempt would fail too. */
export class DamagedReportError extends Error {}

/** Stores the reports that wait for delivery, one folder each. They survive a crash of the agent or of the machine. */
export class Spool {
  readonly #dir: string;
  readonly #refused: string;

  private constructor(dir: string, refused: string) {
    this.#dir = dir;
    this.#refused = refused;
  }

  /** Opens the spool. `remove` removes the incomplete folders of an earlier agent. */
  static async open(dir: string, refused: string, remove: (folder: string) => Promise<unknown>): Promise<Spool> {
    for (const name of await readdir(dir)) {
      if (name.endsWith(INCOMPLETE)) await remove(join(dir, name));
    }
    return new Spool(dir, refused);
  }

  /** Returns the ids of the spooled reports. Ignores other files in the folder. */
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

  /** Writes a report atomically: either all of it is on disk or nothing. */
  async put(report: TaskReport, seedFile: string | undefined, artifacts: readonly ArtifactFile[] = []): Promise<void> {
    const aside = join(this.#dir, `${report.task_id}${INCOMPLETE}`);
    const target = join(this.#dir, report.task_id);
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { recursive: true });
    if (seedFile !== undefined) {
      await linkOrCopy(seedFile, join(aside, SEED));
      await syncFile(join(aside, SEED));
    }
    if (artifacts.length > 0) await putArtifacts(aside, artifacts);
    await replaceFile(join(aside, REPORT), (file) => file.writeFile(JSON.stringify(report)));
    await rm(target, { recursive: true, force: true });
    await moveDurably(aside, target);
  }

  /** Returns a report. Throws a `DamagedReportError` if the disk has damaged it. */
  async report(taskId: string): Promise<TaskReport> {
    const text = await readFile(join(this.#dir, taskId, REPORT), 'utf8');
    try {
      const report = JSON.parse(text) as TaskReport | null;
      if (report?.task_id === taskId) return report;
    } catch {
      // Reported below.
    }
    throw new DamagedReportError('the spooled report is damaged');
  }

  /** Returns the artifacts of a report, or why their list is unreadable. */
  async artifacts(taskId: string): Promise<readonly SpooledArtifact[] | { readonly fault: string }> {
    const folder = join(this.#dir, taskId);
    if (!(await readdir(folder)).includes(ARTIFACTS)) return [];
    let list: readonly TaskArtifact[] = [];
    const fault = await faultOf(async () => {
      const read: unknown = JSON.parse(await readFile(join(folder, ARTIFACTS), 'utf8'));
      if (!isList(read)) return 'it is not a list of artifacts';
      list = read;
      return undefined;
    });
    if (fault !== undefined) return { fault };
    return list.map((artifact, index) => ({ ...artifact, file: join(folder, FILES, String(index)) }));
  }

  /**
   * Returns the report as a form with the uploaded artifacts and the warnings about the other artifacts. The seed is
   * streamed from disk.
   */
  async form(taskId: string, { artifacts, warnings }: HandedOver): Promise<FormData> {
    const folder = join(this.#dir, taskId);
    const form = new FormData();
    const report = withWarnings(await this.report(taskId), warnings);
    form.set(
      'report',
      JSON.stringify(shortened(artifacts.length === 0 ? report : { ...report, artifacts: [...artifacts] })),
    );
    const seed = join(folder, SEED);
    // If a seed exists but cannot be opened, this must fail. Otherwise the report would be sent without its seed.
    if ((await readdir(folder)).includes(SEED)) {
      form.set('seed_file', await openAsBlob(seed, { type: 'application/octet-stream' }), SEED);
    }
    return form;
  }

  async remove(taskId: string): Promise<void> {
    const aside = join(this.#dir, `${taskId}${INCOMPLETE}`);
    await rename(join(this.#dir, taskId), aside);
    // The next start removes the rest. The report is already out of the spool.
    await rm(aside, { recursive: true, force: true }).catch(() => undefined);
  }

  /** Moves a report that the coordinator has rejected out of the spool, together with the coordinator's message. */
  async refuse(taskId: string, answer: string): Promise<string> {
    const [spooled, kept] = [join(this.#dir, taskId), join(this.#refused, taskId)];
    // The log has the answer too. On a full disk the report must leave the spool without the answer.
    await replaceFile(join(spooled, 'answer.txt'), (file) => file.writeFile(`${answer}\n`)).catch(() => undefined);
    await rm(kept, { recursive: true, force: true });
    await mkdir(this.#refused, { recursive: true });
    await rename(spooled, kept);
    return kept;
  }
}

/** Checks the list of artifacts. The agent wrote the list, but the disk may have damaged it. */
function isList(read: unknown): read is TaskArtifact[] {
  const isArtifact = ({ path, sha256, size_bytes: size }: Partial<TaskArtifact>) =>
    typeof path === 'string' && typeof sha256 === 'string' && typeof size === 'number';
  return (
    Array.isArray(read) && read.every((one: unknown) => typeof one === 'object' && one !== null && isArtifact(one))
  );
}

async function putArtifacts(folder: string, artifacts: readonly ArtifactFile[]): Promise<void> {
  await mkdir(join(folder, FILES));
  const list: TaskArtifact[] = [];
  for (const [index, { file, path, kind, product }] of artifacts.entries()) {
    const copy = join(folder, FILES, String(index));
    await linkOrCopy(file, copy);
    await syncFile(copy);
    list.push({ path, kind, product, ...(await contentOf(copy)) });
  }
  await syncFolder(join(folder, FILES));
  await replaceFile(join(folder, ARTIFACTS), (file) => file.writeFile(JSON.stringify(list)));
}
