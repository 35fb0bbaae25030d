import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { ownedBy } from '../people/visibility.ts';

/** Deletes a note so that `restoreNote` can restore it. */
export async function deleteNote(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with gone as (delete from note where id = ${id} returning *)
    insert into deleted_note (id, bibcode, note, owner_id)
    select gone.id, paper.bibcode, to_jsonb(gone), gone.owner_id from gone join paper on paper.id = gone.paper_id`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

/** Returns the code that the paper had when the note was deleted. Finds only notes that the viewer owns. */
export async function findPaperOfDeleted(trx: Tx, viewer: Viewer, id: number): Promise<string | undefined> {
  const found = await trx
    .selectFrom('deleted_note')
    .select('bibcode')
    .where('id', '=', id)
    .where(ownedBy(viewer, 'deleted_note'))
    .forUpdate()
    .executeTakeFirst();
  return found?.bibcode;
}

/** Restores a deleted note at its former place in the paper. */
export async function restoreNote(trx: Tx, id: number, paperId: number): Promise<void> {
  await sql`
    with back as (delete from deleted_note where id = ${id} returning note)
    insert into note overriding system value
    select (jsonb_populate_record(null::note, note || jsonb_build_object(
      'paper_id', ${paperId}::int,
      'file_id', (select id from paper_file where id = (note ->> 'file_id')::int),
      'shared_group', (select id from person_group where id = (note ->> 'shared_group')::int)))).* from back`.execute(
    trx,
  );
}

export async function forgetDeletedNotes(db: Db, ageSec: number): Promise<void> {
  await sql`delete from deleted_note where deleted_at < now() - ${ageSec} * interval '1 second'`.execute(db);
}
