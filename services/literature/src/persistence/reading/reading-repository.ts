import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db } from '../database.ts';

export interface StoredNetwork {
  readonly references: readonly string[];
  readonly citations: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Returns the stored citation network of a paper, if it was fetched within the last `maxAgeSec`. */
export async function findNetwork(db: Db, paperId: number, maxAgeSec: number): Promise<StoredNetwork | undefined> {
  const row = await db
    .selectFrom('citation_network')
    .select(['reference_codes', 'citation_codes', 'counts'])
    .where('paper_id', '=', paperId)
    .where('fetched_at', '>', sql<Date>`now() - make_interval(secs => ${maxAgeSec})`)
    .executeTakeFirst();
  return row && { references: row.reference_codes, citations: row.citation_codes, counts: row.counts };
}

export async function storeNetwork(db: Db, paperId: number, network: StoredNetwork): Promise<void> {
  const row = {
    reference_codes: [...network.references],
    citation_codes: [...network.citations],
    counts: JSON.stringify(network.counts),
  };
  await db
    .insertInto('citation_network')
    .values({ paper_id: paperId, ...row })
    .onConflict((conflict) => conflict.column('paper_id').doUpdateSet({ ...row, fetched_at: sql<Date>`now()` }))
    .execute();
}

export async function findActivePaper(db: Db, { ownerId }: Viewer): Promise<string | null> {
  const active =
    ownerId === null
      ? db.selectFrom('active_paper').select('paper_id')
      : db.selectFrom('person_active_paper').select('paper_id').where('owner_id', '=', ownerId);
  const row = await db.selectFrom('paper').select('bibcode').where('id', 'in', active).executeTakeFirst();
  return row?.bibcode ?? null;
}

export async function setActivePaper(db: Db, { ownerId }: Viewer, paperId: number): Promise<void> {
  if (ownerId !== null) {
    await db
      .insertInto('person_active_paper')
      .values({ owner_id: ownerId, paper_id: paperId })
      .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ paper_id: paperId }))
      .execute();
    return;
  }
  await db
    .insertInto('active_paper')
    .values({ paper_id: paperId })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ paper_id: paperId }))
    .execute();
}
