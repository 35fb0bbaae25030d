import { BUILT_IN, type Viewer } from '../../domain/people/access.ts';
import type { Db } from '../../persistence/database.ts';

/** Returns the person of an account. The account null is the built-in one. */
export async function findViewer(_db: Db, accountId: string | null): Promise<Viewer | undefined> {
  return await Promise.resolve(accountId === null ? BUILT_IN : undefined);
}
