import type { ActivePaper } from '@almagest/contracts/literature';
import type { Db } from '../../persistence/database.ts';
import { findActivePaper, setActivePaper } from '../../persistence/reading/reading-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';

export async function readActivePaper({ db }: { db: Db }): Promise<ActivePaper> {
  return { bibcode: await findActivePaper(db) };
}

export async function activatePaper({ db }: { db: Db }, bibcode: string): Promise<ActivePaper> {
  const paper = await requirePaper(db, bibcode);
  await setActivePaper(db, paper.id);
  return { bibcode: paper.bibcode };
}
