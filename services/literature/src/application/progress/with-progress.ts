import type { Db } from '../../persistence/database.ts';
import { endProgress, reportProgress } from '../../persistence/progress/progress-repository.ts';

/** Reports progress. Returns at once. If several reports arrive during a write, only the last is stored. */
export type ReportProgress = (done: number, total: number) => void;

/** Runs a task whose progress others can query by its name while it runs. */
export async function withProgress<T>(db: Db, work: string, run: (report: ReportProgress) => Promise<T>): Promise<T> {
  let said: { readonly done: number; readonly total: number } | undefined;
  let writing: Promise<void> | undefined;
  const write = async () => {
    while (said !== undefined) {
      const one = said;
      said = undefined;
      // Progress reports are best effort. The task does not fail with them.
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
