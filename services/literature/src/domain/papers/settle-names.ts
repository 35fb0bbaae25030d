import { isOwnCode } from './own-code.ts';
import { areClearlyDifferent, compareAll } from './paper-evidence.ts';
import type { KnownPapers, Resolution } from './resolve-identities.ts';
import { identityKeys } from './same-paper.ts';
import type { SourceRecord } from './source-record.ts';

/**
 * A paper with the records that belong to it. `records` are the records to store, `originals` the records as received.
 */
export interface Settled {
  readonly paperIds: readonly number[];
  readonly records: readonly SourceRecord[];
  readonly originals: readonly SourceRecord[];
}

/** A stored entry of the user that loses a name to the record of a source. */
export interface Released {
  readonly paperId: number;
  readonly record: SourceRecord;
  readonly names: readonly string[];
}

interface Owner {
  readonly paperId: number | undefined;
  readonly records: readonly SourceRecord[];
}

/**
 * Assigns each name to one paper. A name belongs to the paper that had it first. A source's record, however, takes its
 * names from a paper that only the user has described. If the code of a record belongs to another paper, the record
 * gets a distinct code. If an identifier of a record belongs to a clearly different paper, the identifier is removed
 * from the record.
 */
export function settleNames(
  resolutions: readonly Resolution[],
  { papers, byName }: KnownPapers,
  distinctCode: (record: SourceRecord) => string,
): { settled: Settled[]; released: Released[] } {
  const byId = new Map(papers.map((paper) => [paper.id, paper.records]));
  const owners = new Map<string, Owner>(
    [...byName].map(([name, paperId]) => [name, { paperId, records: byId.get(paperId) ?? [] }]),
  );
  const lost = new Map<number, Map<string, Owner>>();
  const settled = resolutions.map(({ paperIds, records }): Settled => {
    const own = { paperId: paperIds[0], records };
    const settledRecords = records.map((record) => {
      const others = new Map<string, Owner>();
      for (const name of identityKeys(record)) {
        const owner = owners.get(name);
        if (owner === undefined || isOwn(owner, paperIds, records)) continue;
        const { paperId } = owner;
        if (record.source === 'user' || paperId === undefined || owner.records.some(({ source }) => source !== 'user'))
          others.set(name, owner);
        else lost.set(paperId, (lost.get(paperId) ?? new Map()).set(name, own));
      }
      const stored = withoutNames(record, others, distinctCode);
      for (const name of identityKeys(stored)) if (!others.has(name)) owners.set(name, own);
      return stored;
    });
    return { paperIds, records: settledRecords, originals: records };
  });
  const released = [...lost].flatMap(([paperId, names]) =>
    (byId.get(paperId) ?? []).map((entry) => ({
      paperId,
      record: withoutNames(entry, names, distinctCode),
      names: [...names.keys()],
    })),
  );
  return { settled, released };
}

function isOwn(owner: Owner, paperIds: readonly number[], records: readonly SourceRecord[]): boolean {
  return owner.records === records || (owner.paperId !== undefined && paperIds.includes(owner.paperId));
}

function withoutNames(
  record: SourceRecord,
  others: ReadonlyMap<string, Owner>,
  distinctCode: (record: SourceRecord) => string,
): SourceRecord {
  const isForeign = (name: string) => {
    const owner = others.get(name);
    return owner !== undefined && areClearlyDifferent(compareAll([record], owner.records));
  };
  const hasCode = (code: string) => !others.has(`bibcode:${code}`);
  const { bibcode, formerBibcodes, dois, preprintId } = record;
  return {
    ...record,
    bibcode: hasCode(bibcode)
      ? bibcode
      : (formerBibcodes.find((code) => isOwnCode(code) && hasCode(code)) ?? distinctCode(record)),
    formerBibcodes: formerBibcodes.filter(hasCode),
    dois: dois.filter((doi) => !isForeign(`doi:${doi}`)),
    preprintId: isForeign(`preprint:${preprintId}`) ? '' : preprintId,
  };
}
