import { isEntryCode, isOwnCode } from './own-code.ts';
import { compareAll, compareRecords } from './paper-evidence.ts';
import { identityKeys, surnameKey, titleKey } from './same-paper.ts';
import type { SourceRecord } from './source-record.ts';

/** A stored paper that a record may describe. */
export interface KnownPaper {
  readonly id: number;
  readonly records: readonly SourceRecord[];
  readonly inLibrary: boolean;
}

export interface KnownPapers {
  readonly papers: readonly KnownPaper[];
  /** Ids of papers, by the names that `identityKeys` returns. */
  readonly byName: ReadonlyMap<string, number>;
}

/**
 * Stored papers and new records that are one paper. The first stored paper is kept, and the other stored papers are
 * merged into it.
 */
export interface Resolution {
  readonly paperIds: readonly number[];
  readonly records: readonly SourceRecord[];
}

/**
 * Groups records and stored papers that are the same paper. The members of a group share an identifier, or title, first
 * author and year. Two members may be connected through other members, but must not contradict each other. For example,
 * a preprint and its published version become one paper when the catalog connects them. Stronger evidence is used
 * first, so that a wrong preprint number does not prevent a match by DOI.
 */
export function resolveIdentities(records: readonly SourceRecord[], { papers, byName }: KnownPapers): Resolution[] {
  const groups = new Groups();
  const paperIds = new Set([...byName.values(), ...papers.map(({ id }) => id)]);
  const byId = new Map(papers.map((paper) => [paper.id, paper]));
  const isReplaced = replacedBy(records);
  for (const id of paperIds) {
    const stored = byId.get(id)?.records ?? [];
    groups.add(
      `paper ${id}`,
      stored.filter((record) => !isReplaced(record)),
    );
  }
  const memberOf = (index: number) => `record ${index}`;
  for (const [index, record] of records.entries()) groups.add(memberOf(index), [record]);
  joinReplaced(groups, records, papers);
  joinEntries(groups, records, byName);
  for (const kind of ['bibcode:', 'doi:', 'preprint:']) joinByName(groups, records, byName, kind);
  joinByTitle(groups, records, papers);
  const resolutions = new Map<string, { paperIds: Set<number>; records: SourceRecord[] }>();
  for (const [index, record] of records.entries()) {
    const root = groups.rootOf(memberOf(index));
    const resolution = resolutions.get(root) ?? { paperIds: new Set(), records: [] };
    resolutions.set(root, resolution);
    resolution.records.push(record);
  }
  for (const id of paperIds) resolutions.get(groups.rootOf(`paper ${id}`))?.paperIds.add(id);
  const inLibrary = (id: number) => (byId.get(id)?.inLibrary === true ? 0 : 1);
  return [...resolutions.values()].map((resolution) => ({
    paperIds: [...resolution.paperIds].toSorted((a, b) => inLibrary(a) - inLibrary(b) || a - b),
    records: resolution.records,
  }));
}

/**
 * Returns a function that says whether a stored record will be replaced by a new record of the same source. A replaced
 * record must not prevent a merge, for example when the catalog finds that two codes belong to one paper.
 */
function replacedBy(records: readonly SourceRecord[]): (stored: SourceRecord) => boolean {
  const codes = new Set(
    records
      .filter(({ source }) => source !== 'user')
      .flatMap(({ source, bibcode, formerBibcodes }) =>
        [bibcode, ...formerBibcodes].map((code) => `${source} ${code}`),
      ),
  );
  return ({ source, bibcode }) => codes.has(`${source} ${bibcode}`);
}

/**
 * Joins a record with the paper that has the record's earlier version. A contradicting entry that the user merged into
 * the paper does not prevent this.
 */
function joinReplaced(groups: Groups, records: readonly SourceRecord[], papers: readonly KnownPaper[]): void {
  const owners = new Map(
    papers.flatMap(({ id, records: stored }) => stored.map(({ source, bibcode }) => [`${source} ${bibcode}`, id])),
  );
  for (const [index, { source, bibcode }] of records.entries()) {
    const owner = owners.get(`${source} ${bibcode}`);
    if (owner !== undefined && source !== 'user') groups.unite(`record ${index}`, `paper ${owner}`);
  }
}

/**
 * Joins an entry of a linked library with the paper that has the entry's earlier version. The values of the entry may
 * have changed.
 */
function joinEntries(groups: Groups, records: readonly SourceRecord[], byName: ReadonlyMap<string, number>): void {
  for (const [index, { formerBibcodes }] of records.entries()) {
    const owner = formerBibcodes.filter(isEntryCode).map((code) => byName.get(`bibcode:${code}`))[0];
    if (owner !== undefined) groups.unite(`record ${index}`, `paper ${owner}`);
  }
}

/**
 * Divides a resolution of papers that the user keeps separate. A record goes to the paper with the record's distinct
 * code. Without such a paper, it goes to the paper with its usual code, or else to the first paper.
 */
export function separateApart(
  resolution: Resolution,
  isApart: (a: number, b: number) => boolean,
  byName: ReadonlyMap<string, number>,
): Resolution[] {
  const { paperIds, records } = resolution;
  const [first] = paperIds;
  if (first === undefined || !paperIds.some((a) => paperIds.some((b) => isApart(a, b)))) return [resolution];
  const owner = ({ bibcode, formerBibcodes }: SourceRecord) => {
    const codes = [...formerBibcodes.filter(isOwnCode), bibcode];
    return codes.map((code) => byName.get(`bibcode:${code}`)).find((id) => id !== undefined) ?? first;
  };
  return [...Map.groupBy(records, owner)].map(([id, own]) => ({ paperIds: [id], records: own }));
}

/** Joins records that have the same name with each other and with the stored paper of that name. */
function joinByName(
  groups: Groups,
  records: readonly SourceRecord[],
  byName: ReadonlyMap<string, number>,
  kind: string,
): void {
  const carriers = new Map<string, Set<string>>();
  for (const [index, record] of records.entries()) {
    const member = `record ${index}`;
    for (const name of identityKeys(record).filter((key) => key.startsWith(kind))) {
      const owner = byName.get(name);
      const others = carriers.get(name) ?? new Set(owner === undefined ? [] : [`paper ${owner}`]);
      for (const other of others) groups.join(member, other);
      // Keep one member per group, so that each group is compared only once.
      carriers.set(name, new Set([...others, member].map((one) => groups.rootOf(one))));
    }
  }
}

/** Joins records with stored papers and with each other if title, first surname and year agree. */
function joinByTitle(groups: Groups, records: readonly SourceRecord[], papers: readonly KnownPaper[]): void {
  const stored = papers.flatMap((paper) =>
    paper.records.map((record) => ({ member: `paper ${paper.id}`, record, isNew: false })),
  );
  const added = records.map((record, index) => ({ member: `record ${index}`, record, isNew: true }));
  const keyOf = ({ record }: { record: SourceRecord }) => `${titleKey(record.title)} ${surnameKey(record.authors)}`;
  for (const alike of Map.groupBy([...stored, ...added], keyOf).values()) {
    for (const [place, { member, record, isNew }] of alike.entries()) {
      // Two similar stored papers stay separate if no new record connects them.
      if (!isNew) continue;
      for (const earlier of alike.slice(0, place))
        if (
          groups.rootOf(member) !== groups.rootOf(earlier.member) &&
          compareRecords(record, earlier.record).isCandidate
        )
          groups.join(member, earlier.member);
    }
  }
}

/** Disjoint sets of members. `join` does not join sets whose records contradict each other. */
class Groups {
  readonly #parents = new Map<string, string>();
  readonly #records = new Map<string, readonly SourceRecord[]>();

  add(member: string, records: readonly SourceRecord[]): void {
    this.#parents.set(member, member);
    this.#records.set(member, records);
  }

  rootOf(member: string): string {
    let root = member;
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root;) {
      root = parent;
      parent = this.#parents.get(root);
    }
    if (root !== member) this.#parents.set(member, root);
    return root;
  }

  join(a: string, b: string): void {
    const [one, other] = [this.rootOf(a), this.rootOf(b)];
    if (one === other) return;
    const [left, right] = [this.#records.get(one) ?? [], this.#records.get(other) ?? []];
    if (compareAll(left, right).length === 0) this.unite(one, other);
  }

  /** Joins two sets without comparing their records. */
  unite(a: string, b: string): void {
    const [one, other] = [this.rootOf(a), this.rootOf(b)];
    if (one === other) return;
    this.#parents.set(one, other);
    this.#records.set(other, [...(this.#records.get(other) ?? []), ...(this.#records.get(one) ?? [])]);
  }
}
