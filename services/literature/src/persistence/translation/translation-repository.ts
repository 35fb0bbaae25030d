import { isLeaseFree, renewedNow } from '@almagest/service-kit/lease';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface TextKey {
  /** The SHA-256 of the text, in hexadecimal digits. */
  readonly textHash: string;
  readonly model: string;
  readonly language: string;
  /** Hash of the glossary terms in the text. */
  readonly glossaryHash: string;
}

const tableOf = (keys: readonly TextKey[]) =>
  recordset(keys, { textHash: 'text', model: 'text', language: 'text', glossaryHash: 'text' }, 'k');

const isKey = sql`t.text_hash = k."textHash" and t.model = k.model and t.language = k.language
  and t.glossary_hash = k."glossaryHash"`;

/**
 * Returns the cached translations of these texts in the order of the keys. Missing translations are undefined. Marks
 * the found rows as used today. Skips rows that another transaction has locked, because that transaction marks them.
 */
export async function findTranslated(db: Db, keys: readonly TextKey[]): Promise<(readonly string[] | undefined)[]> {
  const { rows } = await sql<{ textHash: string; glossaryHash: string; passages: string[] }>`
    with marked as (
      update translated_text set used_at = now() where ctid = any (array(
        select t.ctid from ${tableOf(keys)} join translated_text t on ${isKey}
        where t.used_at < now() - interval '1 day' for update of t skip locked)))
    select t.text_hash as "textHash", t.glossary_hash as "glossaryHash", t.passages
    from ${tableOf(keys)} join translated_text t on ${isKey}`.execute(db);
  const byKey = new Map(rows.map((row) => [`${row.textHash} ${row.glossaryHash}`, row.passages]));
  return keys.map(({ textHash, glossaryHash }) => byKey.get(`${textHash} ${glossaryHash}`));
}

export async function storeTranslated(db: Db, key: TextKey, passages: readonly string[]): Promise<void> {
  await db
    .insertInto('translated_text')
    .values({
      text_hash: key.textHash,
      model: key.model,
      language: key.language,
      glossary_hash: key.glossaryHash,
      passages: [...passages],
    })
    .onConflict((conflict) =>
      conflict
        .columns(['text_hash', 'model', 'language', 'glossary_hash'])
        .doUpdateSet({ passages: [...passages], created_at: sql<Date>`now()`, used_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function deleteTranslated(db: Db, keys: readonly TextKey[]): Promise<void> {
  await sql`delete from translated_text t using ${tableOf(keys)} where ${isKey}`.execute(db);
}

/** Deletes cached translations that were last used more than `ageSec` ago. */
export async function deleteUnusedTranslations(db: Db, ageSec: number): Promise<void> {
  await db
    .deleteFrom('translated_text')
    .where('used_at', '<', sql<Date>`now() - make_interval(secs => ${ageSec})`)
    .execute();
}

/**
 * Acquires the lease for the translation of a paper, if the lease is free. Returns `gone` if the paper was merged into
 * another paper.
 */
export async function acquireTranslation(db: Db, paperId: number, holder: string): Promise<'taken' | 'held' | 'gone'> {
  const { rows } = await sql<{ taken: boolean; here: boolean }>`
    with here as (select id from paper where id = ${paperId}),
    taken as (
      insert into translation_lease as lease (paper_id, lease_holder) select id, ${holder}::uuid from here
      on conflict (paper_id) do update set lease_holder = excluded.lease_holder, lease_renewed_at = now()
        where ${isLeaseFree('lease')}
      returning paper_id)
    select exists (select from taken) as taken, exists (select from here) as here`.execute(db);
  if (rows[0]?.taken === true) return 'taken';
  return rows[0]?.here === true ? 'held' : 'gone';
}

export async function isBeingTranslated(db: Db, paperId: number): Promise<boolean> {
  const { rows } = await sql`
    select from translation_lease as lease where paper_id = ${paperId} and not ${isLeaseFree('lease')}`.execute(db);
  return rows.length > 0;
}

/** Renews the lease. Returns false if another process has the lease. */
export async function renewTranslation(db: Db, paperId: number, holder: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('translation_lease')
    .set({ lease_renewed_at: renewedNow })
    .where('paper_id', '=', paperId)
    .where('lease_holder', '=', holder)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseTranslation(db: Db, paperId: number, holder: string): Promise<void> {
  await db.deleteFrom('translation_lease').where('paper_id', '=', paperId).where('lease_holder', '=', holder).execute();
}
