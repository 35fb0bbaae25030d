import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Timestamp } from '../schema.ts';
import { StandardPaper } from './papers.ts';
import { PaperReference } from './vocabulary.ts';

export const DuplicateReason = Type.Enum(['identifier', 'file', 'title'], {
  description:
    '`identifier`: both have the same DOI or preprint identifier. `file`: both have the same PDF or HTML. `title`: their titles are equal, or one begins with the other, with the same first author and years at most one apart.',
});
export type DuplicateReason = Static<typeof DuplicateReason>;

/** Two papers of the library that may be the same. */
export const DuplicatePair = Type.Object({
  reasons: Type.Array(DuplicateReason),
  /** The paper that was added to the library first comes first. */
  papers: Type.Array(StandardPaper, { minItems: 2, maxItems: 2 }),
});
export type DuplicatePair = Static<typeof DuplicatePair>;

export const DuplicatePairs = Type.Object({ total: Type.Integer(), pairs: Type.Array(DuplicatePair) });
export type DuplicatePairs = Static<typeof DuplicatePairs>;

export const DuplicateListing = closedObject({
  start: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
});
export type DuplicateListing = Static<typeof DuplicateListing>;

export const MergeRequest = closedObject({
  keep: PaperReference,
  merge: Type.Array(PaperReference, { minItems: 1, maxItems: 20 }),
  /**
   * The paper whose value the remaining paper takes. Later records of sources do not replace it. Other fields follow
   * the usual order: the catalog, the preprint server, the user.
   */
  choose: Type.Optional(
    closedObject({
      title: Type.Optional(PaperReference),
      authors: Type.Optional(PaperReference),
      year: Type.Optional(PaperReference),
      pub_journal: Type.Optional(PaperReference),
      doi: Type.Optional(PaperReference),
      preprint_id: Type.Optional(PaperReference),
    }),
  ),
});
export type MergeRequest = Static<typeof MergeRequest>;

/** A paper that was merged into another one, which now has all its codes, notes, tags, collections and targets. */
export const Merge = Type.Object({
  id: Type.Integer(),
  /** The remaining paper. */
  bibcode: Type.String(),
  title: Type.String(),
  /** The former code and title of the merged paper. */
  merged_bibcode: Type.String(),
  merged_title: Type.String(),
  merged_at: Timestamp,
  cause: Type.Enum(['user', 'import', 'source'], {
    description:
      '`user`: a person merged the papers. `import`: an imported entry has only the title, first author and year of the paper, or different values of them. `source`: a record of a source has only the title, first author and year, or names both papers.',
  }),
});
export type Merge = Static<typeof Merge>;

export const MergedPaper = Type.Object({ paper: StandardPaper, merges: Type.Array(Merge) });
export type MergedPaper = Static<typeof MergedPaper>;

export const KeepApart = closedObject({
  bibcodes: Type.Array(PaperReference, { minItems: 2, maxItems: 20 }),
  apart: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'false: the papers are listed as duplicates again.',
    }),
  ),
});
export type KeepApart = Static<typeof KeepApart>;

const call = { tag: 'library', role: 'api-token-if-configured', failures: 'text' } as const;

export const duplicateOperations = defineOperations({
  listDuplicates: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/library/duplicates',
    summary: 'Lists pairs of papers of the library that may be the same, except pairs that the user keeps separate.',
    query: DuplicateListing,
    reply: DuplicatePairs,
    statuses: [400, 401, 403, 500],
  },
  keepApart: {
    ...call,
    least: 'administrator',
    method: 'post',
    path: '/api/library/duplicates/apart',
    summary: 'Keeps papers separate. They are no longer listed as duplicates, and no record of a source merges them.',
    body: KeepApart,
    reply: Type.Object({ changed: Type.Integer() }),
    statuses: [400, 401, 403, 404, 413, 500],
  },
  mergePapers: {
    ...call,
    least: 'administrator',
    method: 'post',
    path: '/api/library/merges',
    summary:
      'Merges papers into one, which gets their codes, notes, tags, collections, targets, and the files that it does not have. This can be undone for 30 days.',
    body: MergeRequest,
    reply: MergedPaper,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  listMerges: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/library/merges',
    summary: 'Lists the merges that can be undone, including automatic merges, latest first.',
    reply: Type.Array(Merge),
    statuses: [401, 403, 500],
  },
  undoMerge: {
    ...call,
    least: 'administrator',
    method: 'post',
    path: '/api/library/merges/{id}/undo',
    summary:
      'Undoes a merge and restores both papers. Later changes and notes stay with the remaining paper. Papers that were merged automatically stay separate from then on.',
    params: Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
    reply: Type.Object({ papers: Type.Array(StandardPaper) }),
    statuses: [400, 401, 403, 404, 409, 500],
  },
});
