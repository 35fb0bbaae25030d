import { identityKeys, soundsLikeSamePaper, surnameKey, titleKey } from './same-paper.ts';
import type { SourceRecord } from './source-record.ts';

/** A paper that is stored already, as far as it may be what a record describes. */
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

/** What is one paper: stored ones, of which the first is kept and takes over the others, and new records of it. */
export interface Resolution {
  readonly paperIds: readonly number[];
  readonly records: readonly SourceRecord[];
}

/**
 * Finds out which stored papers the records describe. Records that share a name, directly or through others, are one
 * paper, and so are stored papers that they connect: a preprint and its published version become one when the catalog
 * says so.
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

/** Records that no name connects to a stored paper may still describe one: by title, surname and year. */
function joinByTitle(groups: Groups, records: readonly SourceRecord[], papers: readonly KnownPaper[]): void {
  const key = (title: string, authors: readonly string[]) => `${titleKey(title)} ${surnameKey(authors)}`;
  const candidates = Map.groupBy(papers, (paper) => key(paper.title, paper.authors));
  const earlier = new Map<string, { member: string; record: SourceRecord }[]>();
  for (const [index, record] of records.entries()) {
    const member = `record ${index}`;
    const title = key(record.title, record.authors);
    const paper = candidates.get(title)?.find((one) => soundsLikeSamePaper(one, record));
    if (paper !== undefined) groups.join(member, `paper ${paper.id}`);
    const other = earlier.get(title)?.find((one) => soundsLikeSamePaper(one.record, record));
    if (other !== undefined) groups.join(member, other.member);
    earlier.set(title, [...(earlier.get(title) ?? []), { member, record }]);
  }
}

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
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root; ) {
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
