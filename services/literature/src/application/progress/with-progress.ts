import type { Db } from '../../persistence/database.ts';
import { endProgress, reportProgress } from '../../persistence/progress-repository.ts';

/** Says how far a work is. Returns at once: the last of several reports is stored as soon as the one before is. */
export type ReportProgress = (done: number, total: number) => void;

/** Does a work whose progress others can ask for by its name, until it has ended in whatever way. */
export async function withProgress<T>(db: Db, work: string, run: (report: ReportProgress) => Promise<T>): Promise<T> {
  let said: { readonly done: number; readonly total: number } | undefined;
  let writing: Promise<void> | undefined;
  const write = async () => {
    while (said !== undefined) {
      const one = said;
      said = undefined;
      // Who waits is told later or not at all; the work does not fail with it.
      await reportProgress(db, work, one).catch(() => undefined);
    }
    writing = undefined;
  };
  try {
    return await run((done, total) => {
      said = { done, total };
      writing ??= write();
    });
  } finally {
    said = undefined;
    await writing;
    await endProgress(db, work).catch(() => undefined);
  }
}
