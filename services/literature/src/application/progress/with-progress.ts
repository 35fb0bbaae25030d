import type { Db } from '../../persistence/database.ts';
import { endProgress, reportProgress } from '../../persistence/progress/progress-repository.ts';

/** Reports progress and returns immediately. If several reports arrive during a write, only the last one is stored. */
export type ReportProgress = (done: number, total: number) => void;

/** Runs a task under a name by which other requests can query its progress. */
export async function withProgress<T>(db: Db, work: string, run: (report: ReportProgress) => Promise<T>): Promise<T> {
  let said: { readonly done: number; readonly total: number } | undefined;
  let writing: Promise<void> | undefined;
  const write = async () => {
    while (said !== undefined) {
      const one = said;
      said = undefined;
      // A failure to store progress must not fail the task.
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
