import type { ActivePaper } from '@almagest/contracts/literature';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db } from '../../persistence/database.ts';
import { findActivePaper, setActivePaper } from '../../persistence/reading/reading-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';

export async function readActivePaper({ db }: { db: Db }, viewer: Viewer): Promise<ActivePaper> {
  return { bibcode: await findActivePaper(db, viewer) };
}

export async function activatePaper({ db }: { db: Db }, viewer: Viewer, bibcode: string): Promise<ActivePaper> {
  const paper = await requirePaper(db, bibcode);
  await setActivePaper(db, viewer, paper.id);
  return { bibcode: paper.bibcode };
}
