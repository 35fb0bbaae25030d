import type { LibraryPage, StandardPaper } from '@almagest/contracts/literature';
import type { Viewer } from '../../domain/people/access.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { listLibrary, type LibraryPlace } from '../../persistence/papers/paper-repository.ts';
import { standardPaper } from './standard-paper.ts';

const AT_ONCE = 1_000;

/**
 * Reads the library, or a page of the library, in the order in which papers were added. At most a thousand papers are
 * in memory at once.
 */
export async function* readLibrary(
  { db, files }: { db: Db; files: LibraryStore },
  viewer: Viewer,
  { limit = Infinity, offset = 0, q = '', order = 'oldest' }: LibraryPage,
): AsyncGenerator<StandardPaper> {
  let left = limit;
  let from: { after?: LibraryPlace; offset: number } = { offset };
  while (left > 0) {
    const rows = await listLibrary(db, viewer, {
      ...from,
      words: q,
      newestFirst: order === 'newest',
      limit: Math.min(AT_ONCE, left),
    });
    yield* await Promise.all(rows.map((row) => standardPaper(files, row)));
    const last = rows.at(-1);
    left -= rows.length;
    if (last === undefined || rows.length < AT_ONCE) return;
    from = { after: last, offset: 0 };
  }
}
