import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/**
 * Turns some models of a stored import into seeds, in name order. Returns their names, or an empty list if no models
 * were left.
 *
 * Chooses the version among all stored versions of the name and signature, so this is safe to repeat and to run between
 * reports. Locks the rows of these versions first, in a separate statement. So a concurrent judgement is either visible
 * here, or sees the rows that are written here.
 */
export async function enterImportedModels(trx: Tx, workflowId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from imported_model where workflow_id = ${workflowId}
    order by name, signature limit ${limit} for update`.execute(trx);
  if (rows.length === 0) return [];
  const names = [...new Set(rows.map(({ name }) => name))];
  await sql`select from model where name = any(${names}::text[]) order by name, id for no key update`.execute(trx);
  await sql`
    with entered as (
      delete from imported_model where workflow_id = ${workflowId} and name = any(${names}::text[]) returning *)
    insert into current_model as current (name, signature, model_id, teff, logg, loghe, logc, logn, logo, sha256,
                                          size_bytes, max_relc, lineage, fit, stored_at)
    select entered.name, entered.signature, best.id, teff, logg, loghe, logc, logn, logo, best.sha256,
           best.size_bytes, best.max_relc, best.lineage, best.usable, best.stored_at
    from entered cross join lateral (
      select model.*, fit and not exists (
        -- A rejection applies to the content, whichever workflow it was judged in.
        select from model as judged where judged.name = model.name and judged.sha256 = model.sha256 and judged.rejected
      ) as usable
      from model where model.name = entered.name and model.signature is not distinct from entered.signature and not replaced
        and converged
      order by usable desc, of_atmosphere desc, stored_at desc, id desc limit 1) as best
    -- In the order in which reports lock these rows, to avoid deadlocks.
    order by entered.name, entered.signature collate "C"
    on conflict (name, signature) do update set
      model_id = excluded.model_id, sha256 = excluded.sha256, size_bytes = excluded.size_bytes,
      max_relc = excluded.max_relc, lineage = excluded.lineage, fit = excluded.fit, released = false,
      stored_at = excluded.stored_at
    where excluded.fit and not current.fit
       or excluded.fit = current.fit and excluded.stored_at > current.stored_at`.execute(trx);
  return names;
}

/** Returns whether some models of an imported workflow are not seeds yet. */
export async function hasImportedModels(db: Db, workflowId: number): Promise<boolean> {
  const { rows } = await sql`select from imported_model where workflow_id = ${workflowId} limit 1`.execute(db);
  return rows.length > 0;
}
