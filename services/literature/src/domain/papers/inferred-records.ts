import { isOwnCode } from './own-code.ts';
import type { KnownPapers, Resolution } from './resolve-identities.ts';
import { identityKeys, surnameKey, titleKey } from './same-paper.ts';
import type { SourceRecord } from './source-record.ts';

/** A part of a resolution: the records that certainly describe the paper, or the records of one inferred match. */
export interface Part extends Resolution {
  /** For an inferred match, the part with the paper's certain records. */
  readonly base: Part | undefined;
}

/** Divides a resolution into the records that certainly describe its paper, and the inferred matches. */
export function partsOf({ paperIds, records }: Resolution, { papers, byName }: KnownPapers): readonly Part[] {
  const stored = papers.filter(({ id }) => paperIds.includes(id));
  const names = new Set(records.flatMap(identityKeys).filter((name) => paperIds.includes(byName.get(name) ?? 0)));
  const entry = stored.flatMap((paper) => paper.records).find(({ source }) => source === 'user');
  // Papers outside the library are merged without asking the user, so their records need no separate part.
  const isShown = ({ source }: SourceRecord) => source === 'user' || stored.some(({ inLibrary }) => inLibrary);
  let rest = inferredRecords(records, paperIds.length === 0 ? undefined : { names, entry }).filter(isShown);
  const sure = records.filter((record) => !rest.includes(record));
  const base: Part = { paperIds, records: sure, base: undefined };
  const parts: Part[] = [base];
  while (rest.length > 0) {
    const others = inferredRecords(rest, undefined);
    parts.push({ paperIds: [], records: rest.filter((record) => !others.includes(record)), base });
    rest = others;
  }
  return parts;
}

/** The data of a stored paper to compare with new records. */
interface StoredPaper {
  /** The names that the paper and the new records share. */
  readonly names: ReadonlySet<string>;
  /** The user's entry of the paper. Undefined if the user has not described the paper. */
  readonly entry: SourceRecord | undefined;
}

/**
 * Returns the records whose match with a paper is only inferred. A match is inferred if the record shares no identifier
 * with the paper. It is also inferred if the record is an entry that differs from the user's entry of the paper. The
 * user can undo these matches. If `paper` is undefined, the first record describes the paper.
 */
function inferredRecords(records: readonly SourceRecord[], paper: StoredPaper | undefined): SourceRecord[] {
  const known = new Set(paper?.names);
  let open = [...records];
  let own = paper?.entry;
  const take = (record: SourceRecord) => {
    for (const name of identityKeys(record)) known.add(name);
    if (record.source === 'user') own ??= record;
    open = open.filter((one) => one !== record);
  };
  const [first] = records;
  if (paper === undefined && first !== undefined) take(first);
  // Each accepted record may connect further records.
  for (;;) {
    const sure = open.find((record) => describesPaper(record, known, own));
    if (sure === undefined) return open;
    take(sure);
  }
}

function describesPaper(record: SourceRecord, names: ReadonlySet<string>, entry: SourceRecord | undefined): boolean {
  const isIdentified = identityKeys(record).some((name) => names.has(name) && isIdentifier(name));
  if (record.source !== 'user') return isIdentified;
  if (record.formerBibcodes.some((code) => isOwnCode(code) && names.has(`bibcode:${code}`))) return true;
  if (entry === undefined) return isIdentified;
  return isSameEntry(record, entry) || (isIdentified && !statesDiffer(record, entry));
}

/** Returns whether a name is an identifier. A generated code does not count, because it proves no more than a title. */
function isIdentifier(name: string): boolean {
  return !name.startsWith('bibcode:') || !isOwnCode(name.slice('bibcode:'.length));
}

/**
 * Compares the values of two entries, because entries stored by earlier versions of the service lack a distinct code.
 */
function isSameEntry(a: SourceRecord, b: SourceRecord): boolean {
  const identity = ({ title, authors, year, dois, preprintId, details }: SourceRecord) =>
    JSON.stringify([
      titleKey(title),
      surnameKey(authors),
      year,
      dois,
      preprintId,
      Object.entries(details ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ]);
  return identity(a) === identity(b);
}

/** Returns whether two entries state different titles, first authors or years. */
function statesDiffer(a: SourceRecord, b: SourceRecord): boolean {
  const values = ({ title, authors, year }: SourceRecord) => [titleKey(title), surnameKey(authors), year];
  const other = values(b);
  return values(a).some((value, place) => value !== '' && other[place] !== '' && value !== other[place]);
}
