import { identityKeys, isProbablySamePaper, surnameKey, titleKey } from './same-paper.ts';
import type { SourceRecord } from './source-record.ts';

/** A stored paper that a record may describe. */
export interface KnownPaper {
  readonly id: number;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: string;
  readonly dois: readonly string[];
  readonly inLibrary: boolean;
}

export interface KnownPapers {
  readonly papers: readonly KnownPaper[];
  /** Paper ids by the names of `identityKeys`. */
  readonly byName: ReadonlyMap<string, number>;
}

/** One paper: stored papers and new records. The first stored paper is kept, and the others are merged into it. */
export interface Resolution {
  readonly paperIds: readonly number[];
  readonly records: readonly SourceRecord[];
}

/**
 * Groups records and stored papers that are the same paper. Records that share an identifier, directly or through
 * others, are one paper, and so are stored papers that they connect. For example, a preprint and its published version
 * become one paper when the catalog connects them.
 */
export function resolveIdentities(records: readonly SourceRecord[], { papers, byName }: KnownPapers): Resolution[] {
  const groups = new Groups();
  for (const [index, record] of records.entries()) {
    const member = `record ${index}`;
    groups.add(member);
    for (const name of identityKeys(record)) {
      groups.join(member, `name ${name}`);
      const id = byName.get(name);
      if (id !== undefined) groups.join(member, `paper ${id}`);
    }
  }
  joinByTitle(groups, records, papers);
  const byId = new Map(papers.map((paper) => [paper.id, paper]));
  const resolutions = new Map<string, { paperIds: Set<number>; records: SourceRecord[] }>();
  for (const [index, record] of records.entries()) {
    const root = groups.rootOf(`record ${index}`);
    const resolution = resolutions.get(root) ?? { paperIds: new Set(), records: [] };
    resolutions.set(root, resolution);
    resolution.records.push(record);
  }
  for (const id of new Set([...byName.values(), ...byId.keys()])) {
    if (groups.has(`paper ${id}`)) resolutions.get(groups.rootOf(`paper ${id}`))?.paperIds.add(id);
  }
  const inLibrary = (id: number) => (byId.get(id)?.inLibrary === true ? 0 : 1);
  return [...resolutions.values()].map((resolution) => ({
    paperIds: [...resolution.paperIds].toSorted((a, b) => inLibrary(a) - inLibrary(b) || a - b),
    records: resolution.records,
  }));
}

/**
 * Divides a resolution of papers that the user keeps separate. Each record then belongs to the paper that has its code,
 * or to the first paper.
 */
export function separateApart(
  resolution: Resolution,
  isApart: (a: number, b: number) => boolean,
  byName: ReadonlyMap<string, number>,
): Resolution[] {
  const { paperIds, records } = resolution;
  const [first] = paperIds;
  if (first === undefined || !paperIds.some((a) => paperIds.some((b) => isApart(a, b)))) return [resolution];
  const owner = ({ bibcode }: SourceRecord) => byName.get(`bibcode:${bibcode}`) ?? first;
  return [...Map.groupBy(records, owner)].map(([id, own]) => ({ paperIds: [id], records: own }));
}

/**
 * Joins papers without a common identifier by title, surname and year. Whole groups are compared, so that a record that
 * belongs to a paper with a DOI is not matched with one that has a different DOI.
 */
function joinByTitle(groups: Groups, records: readonly SourceRecord[], papers: readonly KnownPaper[]): void {
  const members = [
    ...papers.map((paper) => ({ member: `paper ${paper.id}`, described: paper })),
    ...records.map((record, index) => ({ member: `record ${index}`, described: record })),
  ];
  for (const { member } of members) groups.add(member);
  const key = ({ title, authors }: Described) => `${titleKey(title)} ${surnameKey(authors)}`;
  for (const alike of Map.groupBy(members, ({ described }) => key(described)).values()) {
    if (alike.length < 2) continue;
    for (const [place, { member, described }] of alike.entries()) {
      const other = alike.slice(0, place).find((earlier) => {
        const [a, b] = [groups.rootOf(member), groups.rootOf(earlier.member)];
        const doisOf = (root: string) =>
          members.flatMap((one) => (groups.rootOf(one.member) === root ? one.described.dois : []));
        return (
          a !== b && isProbablySamePaper({ ...described, dois: doisOf(a) }, { ...earlier.described, dois: doisOf(b) })
        );
      });
      // Two similar stored papers stay separate if no new record connects them.
      if (other !== undefined && !(member.startsWith('paper') && other.member.startsWith('paper')))
        groups.join(member, other.member);
    }
  }
}

type Described = Pick<SourceRecord, 'title' | 'authors' | 'year' | 'dois'>;

/** Disjoint sets of names. */
class Groups {
  readonly #parents = new Map<string, string>();

  add(member: string): void {
    if (!this.#parents.has(member)) this.#parents.set(member, member);
  }

  has(member: string): boolean {
    return this.#parents.has(member);
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
    this.add(a);
    this.add(b);
    this.#parents.set(this.rootOf(a), this.rootOf(b));
  }
}
