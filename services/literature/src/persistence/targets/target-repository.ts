import type { Target } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import { searchableName, type SkyObject } from '../../domain/targets/sky-object.ts';
import type { Db, Tx } from '../database.ts';

/** The separator between names. No name contains this character. */
const BOUNDARY = '\n';

/** Stores the newest data of an object. The object keeps the name under which it was first linked. */
export async function storeTarget(trx: Tx, name: string, object: SkyObject): Promise<number> {
  const names = [name, object.canonicalName, ...object.aliases].map(searchableName);
  const known = {
    canonical_name: object.canonicalName,
    ra_deg: object.raDeg,
    dec_deg: object.decDeg,
    object_type: object.objectType,
  };
  const { id } = await trx
    .insertInto('target')
    .values({ identity: object.identity, name, ...known, searchable: [...new Set(names)].join(BOUNDARY) })
    .onConflict((conflict) =>
      conflict.column('identity').doUpdateSet({ ...known, searchable: sql<string>`excluded.searchable` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Links a target to a paper. Repeating the call changes nothing. */
export async function linkTarget(trx: Tx, targetId: number, paperId: number): Promise<void> {
  await trx
    .insertInto('target_paper')
    .values({ target_id: targetId, paper_id: paperId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface TargetFilter {
  readonly id?: number;
  readonly paperId?: number;
  /** Selects targets with this text in one of their names. */
  readonly name?: string;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** Lists linked targets in the order in which they were first linked. */
export async function listTargets(db: Db, { id, paperId, name, limit, offset = 0 }: TargetFilter): Promise<Target[]> {
  let query = db
    .selectFrom('target')
    .innerJoin('target_paper', 'target_paper.target_id', 'target.id')
    .innerJoin('paper', 'paper.id', 'target_paper.paper_id')
    .select([
      'target.id',
      'target.name',
      'target.canonical_name',
      'target.ra_deg',
      'target.dec_deg',
      'target.object_type',
      sql<string[]>`array_agg(paper.bibcode order by paper.bibcode)`.as('bibcodes'),
    ])
    // A merged paper keeps its links, so that the merge can be undone.
    .where('paper.merged_into', 'is', null)
    .groupBy('target.id')
    .orderBy('target.id')
    .offset(offset);
  if (id !== undefined) query = query.where('target.id', '=', id);
  if (paperId !== undefined)
    query = query.where(
      sql<boolean>`exists (select from target_paper as link where link.target_id = target.id and link.paper_id = ${paperId})`,
    );
  // Uses `strpos` instead of a pattern, so that a per cent sign in a name is literal.
  if (name !== undefined) query = query.where(sql<boolean>`strpos(target.searchable, ${searchableName(name)}) > 0`);
  if (limit !== undefined) query = query.limit(limit);
  return await query.execute();
}
