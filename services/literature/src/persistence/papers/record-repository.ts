import { createHash } from 'node:crypto';
import { lockKey } from '@almagest/service-kit/advisory-lock';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import { addRecords, type CountingEntry } from '../../domain/library/fill-gaps.ts';
import { mergeRecords, withChosen, type ChosenValues, type MergedPaper } from '../../domain/papers/merge-records.ts';
import {
  resolveIdentities,
  separateApart,
  type KnownPapers,
  type Resolution,
} from '../../domain/papers/resolve-identities.ts';
import { partsOf } from '../../domain/papers/inferred-records.ts';
import { distinctCode } from '../../domain/papers/own-code.ts';
import { settleNames, type Released } from '../../domain/papers/settle-names.ts';
import { identityKeys, surnameKey, titleKey } from '../../domain/papers/same-paper.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import type { Tx } from '../database.ts';
import { listApart } from '../library/duplicate-repository.ts';
import { hideMerged, type MergeReason } from '../library/merge-repository.ts';
import type { CombinedRecord } from '../library/merge-tables.ts';
import { mergeResolved } from './merge-resolved.ts';
import { RECORD_WORD_COLUMNS, recordWords, wordsOfRecord } from './record-words.ts';

export interface StoreOptions {
  /** Whether to add the papers to the library, except those in the trash. */
  readonly keep: boolean;
  /** Which of two entries from the user wins. */
  readonly counts?: CountingEntry;
}

/** A paper whose match with another paper is only inferred. */
export interface InferredMerge extends MergeReason {
  readonly kept: number;
  readonly merged: number;
}

export interface StoredRecords {
  /** The id of each record's paper, in the same order. */
  readonly ids: readonly number[];
  /** The id of each record's paper before the merges. */
  readonly ownIds: readonly number[];
  readonly merges: readonly InferredMerge[];
}

/**
 * Stores records of sources. Matches each record to a paper by identifiers, and then by title. Creates a paper if there
 * is no match. Merges papers that turn out to be the same. Returns the id of each record's paper, in the same order.
 */
export async function storeRecords(
  trx: Tx,
  records: readonly SourceRecord[],
  options: StoreOptions,
): Promise<readonly number[]> {
  const { ids, merges } = await storeSeparately(trx, records, options);
  await mergeInferred(trx, merges);
  return ids;
}

/**
 * Stores records like `storeRecords`, but leaves inferred matches in separate papers. The caller adds notes, tags and
 * collections to these papers and then merges them with `mergeInferred`. The user can undo these merges.
 */
export async function storeSeparately(
  trx: Tx,
  records: readonly SourceRecord[],
  { keep, counts = 'later' }: StoreOptions,
): Promise<StoredRecords> {
  if (records.length === 0) return { ids: [], ownIds: [], merges: [] };
  await lockIdentities(trx);
  const known = await findKnown(trx, records);
  const joined = resolveIdentities(records, known);
  const isApart = await listApart(
    trx,
    joined.flatMap(({ paperIds }) => (paperIds.length > 1 ? paperIds : [])),
  );
  const resolutions = joined.flatMap((resolution) => separateApart(resolution, isApart, known.byName));
  await mergeResolved(trx, resolutions);
  const parts = resolutions.flatMap((resolution) => partsOf(resolution, known));
  const { settled, released } = settleNames(parts, known, (record) => distinctCode(record, digest));
  await releaseNames(trx, released);
  const stored = await listRecords(
    trx,
    settled.flatMap(({ paperIds }) => paperIds.slice(0, 1)),
  );
  const chosen = await listChosen(
    trx,
    settled.flatMap(({ paperIds }) => paperIds.slice(0, 1)),
  );
  const described = settled.map((resolution) => describe(resolution, stored, chosen, { keep, counts }));
  const paperIds = await writePapers(trx, described);
  const namesLost = new Set(released.flatMap(({ names }) => names));
  await writeNames(trx, described, paperIds, new Map([...known.byName].filter(([name]) => !namesLost.has(name))));
  const places = new Map(parts.flatMap(({ records: own }, place) => own.map((record) => [record, place] as const)));
  const placeOf = (record: SourceRecord) => places.get(record) ?? 0;
  const basePlaces = parts.map(({ base }, place) => (base === undefined ? place : parts.indexOf(base)));
  const idAt = (place: number) => paperIds[place] ?? 0;
  const merges = parts.flatMap((part, place): InferredMerge[] => {
    const base = basePlaces[place] ?? 0;
    if (part.base === undefined) return [];
    const before = described[base]?.records ?? [];
    const all = settled.flatMap(({ records: own }, at) => (basePlaces[at] === base ? own : []));
    const after = addRecords(stored.get(part.base.paperIds[0] ?? 0) ?? [], all, counts);
    const cause = part.records[0]?.source === 'user' ? 'import' : 'source';
    return [{ kept: idAt(base), merged: idAt(place), cause, records: combinedRecords(before, after) }];
  });
  return {
    ids: records.map((record) => idAt(basePlaces[placeOf(record)] ?? 0)),
    ownIds: records.map((record) => idAt(placeOf(record))),
    merges,
  };
}

/** Merges papers whose match is only inferred, in a way that the user can undo. */
export async function mergeInferred(trx: Tx, merges: readonly InferredMerge[]): Promise<void> {
  for (const { kept, merged, ...reason } of merges) await hideMerged(trx, kept, merged, reason);
  for (const kept of new Set(merges.map((merge) => merge.kept))) await describeAgain(trx, kept);
}

/** Returns the combined records that differ from the stored records. */
function combinedRecords(before: readonly SourceRecord[], after: readonly SourceRecord[]): CombinedRecord[] {
  return before.flatMap((own) => {
    const found = after.find(({ source }) => source === own.source);
    const isChanged = found !== undefined && JSON.stringify(found) !== JSON.stringify(own);
    return isChanged ? [{ source: own.source, before: own, after: found }] : [];
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Updates entries of the user that lose a name to the record of a source. */
async function releaseNames(trx: Tx, released: readonly Released[]): Promise<void> {
  for (const { paperId, record } of released) {
    const changed = JSON.stringify(record);
    await sql`
      update source_record set record = ${changed}::jsonb where paper_id = ${paperId} and source = 'user'`.execute(trx);
    await sql`
      insert into paper_name (name, paper_id) values (${`bibcode:${record.bibcode}`}, ${paperId})
      on conflict do nothing`.execute(trx);
    await describeAgain(trx, paperId);
  }
}

/**
 * Takes a lock, so that only one transaction at a time resolves identities. Otherwise two transactions could create the
 * same new paper.
 */
export async function lockIdentities(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey('paper identities')})`.execute(trx);
}

/** Rebuilds a paper's metadata from the records of its sources. */
export async function describeAgain(trx: Tx, id: number): Promise<void> {
  const records = (await listRecords(trx, [id])).get(id) ?? [];
  if (records.length === 0) return;
  const resolution = { paperIds: [id], records };
  await writePapers(trx, [describe(resolution, new Map(), await listChosen(trx, [id]), { keep: false })]);
}

async function listChosen(trx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, ChosenValues>> {
  const rows = await trx
    .selectFrom('paper')
    .select(['id', 'chosen'])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('chosen', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, chosen }) => [id, chosen ?? {}]));
}

async function findKnown(trx: Tx, records: readonly SourceRecord[]): Promise<KnownPapers> {
  const names = [...new Set(records.flatMap(identityKeys))];
  const titles = [...new Set(records.map(({ title }) => titleKey(title)).filter((title) => title !== ''))];
  const named = await trx
    .selectFrom('paper_name')
    .select(['name', 'paper_id'])
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .execute();
  const ids = [...new Set(named.map(({ paper_id }) => paper_id))];
  const papers = await trx
    .selectFrom('paper')
    .select(['id', 'in_library_since'])
    .where('merged_into', 'is', null)
    .where((paper) =>
      paper.or([
        paper('id', '=', sql<number>`any(${ids}::int[])`),
        paper.and([paper('title_key', '=', sql<string>`any(${titles}::text[])`), paper('title_key', '<>', '')]),
      ]),
    )
    .execute();
  const described = await listRecords(
    trx,
    papers.map(({ id }) => id),
  );
  return {
    byName: new Map(named.map(({ name, paper_id }) => [name, paper_id])),
    papers: papers.map(({ id, in_library_since }) => ({
      id,
      records: described.get(id) ?? [],
      inLibrary: in_library_since !== null,
    })),
  };
}

async function listRecords(trx: Tx, paperIds: readonly number[]): Promise<Map<number, SourceRecord[]>> {
  const rows = await trx
    .selectFrom('source_record')
    .select(['paper_id', 'record'])
    .where('paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .execute();
  const byPaper = new Map<number, SourceRecord[]>();
  for (const { paper_id, record } of rows) byPaper.set(paper_id, [...(byPaper.get(paper_id) ?? []), record]);
  return byPaper;
}

type PaperRow = MergedPaper['metadata'] & {
  /** Null for a paper that is not stored yet. */
  readonly id: number | null;
  readonly provenance: MergedPaper['provenance'];
  readonly titleKey: string;
  readonly surnameKey: string;
  readonly keep: boolean;
};

interface Described {
  readonly resolution: Resolution;
  /** The newest record of each source. */
  readonly records: readonly SourceRecord[];
  readonly row: PaperRow;
}

function describe(
  resolution: Resolution,
  stored: ReadonlyMap<number, SourceRecord[]>,
  chosen: ReadonlyMap<number, ChosenValues>,
  { keep, counts = 'later' }: StoreOptions,
): Described {
  const [id] = resolution.paperIds;
  const records = addRecords(stored.get(id ?? 0) ?? [], resolution.records, counts);
  const { metadata, provenance } = withChosen(mergeRecords(records), chosen.get(id ?? 0) ?? {});
  return {
    resolution,
    records,
    row: {
      id: id ?? null,
      ...metadata,
      provenance,
      titleKey: titleKey(metadata.title),
      surnameKey: surnameKey(metadata.authors),
      keep,
    },
  };
}

const COLUMNS = {
  place: 'int4',
  id: 'int4',
  bibcode: 'text',
  title: 'text',
  authors: 'jsonb',
  year: 'text',
  date: 'text',
  pubJournal: 'text',
  keywords: 'jsonb',
  abstract: 'text',
  doi: 'text',
  preprintId: 'text',
  citationCount: 'int4',
  referenceCount: 'int4',
  doctype: 'text',
  provenance: 'jsonb',
  titleKey: 'text',
  surnameKey: 'text',
  keep: 'bool',
  ...RECORD_WORD_COLUMNS,
} as const;

const texts = (column: string) => sql`array(select jsonb_array_elements_text(${sql.ref(column)}))`;

async function writePapers(trx: Tx, papers: readonly Described[]): Promise<number[]> {
  const rows = papers.map(({ row }, place) => ({ ...row, ...wordsOfRecord(row), place }));
  const given = recordset(rows, COLUMNS, 'r');
  await sql`
    update paper set
      bibcode = r.bibcode, title = r.title, authors = ${texts('r.authors')}, year = r.year, date = r.date,
      pub_journal = r."pubJournal", keywords = ${texts('r.keywords')}, abstract = r.abstract, doi = r.doi,
      preprint_id = r."preprintId", citation_count = r."citationCount", reference_count = r."referenceCount",
      doctype = r.doctype, provenance = r.provenance, title_key = r."titleKey", surname_key = r."surnameKey",
      words = ${recordWords('r')},
      in_library_since = coalesce(in_library_since, case when r.keep and trashed_at is null then clock_timestamp() end),
      updated_at = now()
    from ${given} where paper.id = r.id`.execute(trx);
  await sql`
    insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
                       citation_count, reference_count, doctype, provenance, title_key, surname_key, words, in_library_since)
    select bibcode, title, ${texts('r.authors')}, year, date, "pubJournal", ${texts('r.keywords')}, abstract, doi,
           "preprintId", "citationCount", "referenceCount", doctype, provenance, "titleKey", "surnameKey",
           ${recordWords('r')}, case when keep then now() end
    from ${given} where id is null order by place`.execute(trx);
  const { rows: found } = await sql<{ id: number }>`
    select paper.id from ${given} join paper on paper.bibcode = r.bibcode order by place`.execute(trx);
  return found.map(({ id }) => id);
}

async function writeNames(
  trx: Tx,
  papers: readonly Described[],
  ids: readonly number[],
  byName: ReadonlyMap<string, number>,
): Promise<void> {
  const records = papers.flatMap(({ resolution, records }, index) => {
    const told = new Set(resolution.records.map(({ source }) => source));
    return records
      .filter(({ source }) => told.has(source))
      .map((record) => ({ paper_id: ids[index], source: record.source, record }));
  });
  await sql`
    insert into source_record (paper_id, source, record)
    select paper_id, source, record
    from ${recordset(records, { paper_id: 'int4', source: 'text', record: 'jsonb' }, 'r')}
    on conflict (paper_id, source) do update set record = excluded.record, seen_at = now()`.execute(trx);
  const owners = new Map<string, number>();
  for (const [index, { resolution }] of papers.entries()) {
    // A name belongs to only one paper. This is the paper that already had the name, or the first paper of the list.
    const isOthers = (name: string) => {
      const owner = byName.get(name);
      return owner !== undefined && !resolution.paperIds.includes(owner);
    };
    for (const name of resolution.records.flatMap(identityKeys))
      if (!owners.has(name) && !isOthers(name)) owners.set(name, ids[index] ?? 0);
  }
  const names = [...owners].map(([name, paper_id]) => ({ name, paper_id }));
  await sql`
    insert into paper_name (name, paper_id)
    select name, paper_id from ${recordset(names, { name: 'text', paper_id: 'int4' }, 'r')}
    on conflict (name) do update set paper_id = excluded.paper_id`.execute(trx);
}
