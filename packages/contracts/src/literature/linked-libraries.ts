import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp } from '../schema.ts';

/** `zotero`: a library of a person or a group at Zotero. `scix`: a library of the catalog. */
export const LinkedKind = Type.Enum(['zotero', 'scix']);
export type LinkedKind = Static<typeof LinkedKind>;

/** Counts of the objects that an import has stored so far. */
export const ImportCounts = Type.Object({
  /** Papers that were not linked before. */
  papers: Type.Integer(),
  /** Papers whose entry changed. */
  changed: Type.Integer(),
  notes: Type.Integer(),
  highlights: Type.Integer(),
  files: Type.Integer(),
  /** Removals in the other library. Their papers stay here. */
  removed: Type.Integer(),
});
export type ImportCounts = Static<typeof ImportCounts>;

/** An entry of the other library, with what was not imported or what was removed there. */
export const LinkedMessage = Type.Object({
  /** The entry's key in the other library. */
  key: Type.String(),
  title: Type.String(),
  /** Null for an entry without a paper. */
  bibcode: Nullable(Type.String()),
  messages: Type.Array(Type.String()),
});
export type LinkedMessage = Static<typeof LinkedMessage>;

export const LinkedLibrary = Type.Object({
  id: Type.Integer(),
  kind: LinkedKind,
  /** `users/12` or `groups/12` at Zotero, or the id of a library of the catalog. */
  library: Type.String(),
  name: Type.String(),
  /** Null after the collection was deleted. */
  collection_id: Nullable(Type.Integer()),
  is_running: Type.Boolean(),
  /** Entries of the current import that are done. */
  done: Type.Integer(),
  total: Type.Integer(),
  /** The counts of the current import, or of the last import. */
  counts: ImportCounts,
  /** When the last complete import ended. */
  last_run_at: Nullable(Timestamp),
  /** Null while the library cannot be imported. `failure` says why. */
  next_run_at: Nullable(Timestamp),
  /** Why the last attempt stopped. Empty if it did not. */
  failure: Type.String(),
  /** At most 200 entries, by title. */
  problems: Type.Array(LinkedMessage),
  problem_count: Type.Integer(),
  /** Entries that were removed in the other library and are still here. At most 200, by title. */
  removals: Type.Array(LinkedMessage),
  removal_count: Type.Integer(),
  created_at: Timestamp,
});
export type LinkedLibrary = Static<typeof LinkedLibrary>;

const ZoteroKey = Type.String({ pattern: '^[A-Za-z0-9]{10,64}$', description: 'An API key of zotero.org.' });

export const ZoteroLibrary = Type.Object({ library: Type.String(), name: Type.String() });
export type ZoteroLibrary = Static<typeof ZoteroLibrary>;

export const NewLinkedLibrary = closedObject({
  kind: LinkedKind,
  library: Type.String({
    pattern: '^((users|groups)/[1-9][0-9]{0,14}|[A-Za-z0-9_-]{10,64})$',
    description: '`users/12` or `groups/12` for Zotero, or the id of a library of SciX.',
  }),
  key: Type.Optional(ZoteroKey),
});
export type NewLinkedLibrary = Static<typeof NewLinkedLibrary>;

const call = { tag: 'linked libraries', role: 'api-token-if-configured', least: 'member', failures: 'text' } as const;
const PATH = '/api/linked-libraries';
const ONE = `${PATH}/{id}`;
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });

export const linkedLibraryOperations = defineOperations({
  listLinkedLibraries: {
    ...call,
    method: 'get',
    path: PATH,
    summary: 'Lists the libraries in Zotero and SciX that the caller has linked.',
    reply: Type.Array(LinkedLibrary),
    statuses: [401, 403, 500],
  },
  findZoteroLibraries: {
    ...call,
    method: 'post',
    path: '/api/zotero-libraries',
    summary: 'Lists the Zotero libraries that an API key gives access to. The key is not stored.',
    body: closedObject({ key: ZoteroKey }),
    reply: Type.Array(ZoteroLibrary),
    statuses: [400, 401, 403, 413, 500, 502, 504],
  },
  linkLibrary: {
    ...call,
    method: 'post',
    path: PATH,
    summary:
      'Links a library in Zotero or SciX and imports it into a collection, in the background. Later changes are imported every day. Nothing is written to the other library. For a library that is already linked, replaces the key and imports the library again.',
    body: NewLinkedLibrary,
    reply: LinkedLibrary,
    statuses: [400, 401, 403, 413, 500, 502, 504],
  },
  refreshLinkedLibrary: {
    ...call,
    method: 'post',
    path: `${ONE}/refresh`,
    summary: 'Requests an import in the background. `is_running` shows when it has finished.',
    params,
    reply: LinkedLibrary,
    statuses: [400, 401, 403, 404, 500],
  },
  dismissRemovals: {
    ...call,
    method: 'delete',
    path: `${ONE}/removals`,
    summary: 'Empties the list of removals. The papers stay in the library.',
    params,
    reply: LinkedLibrary,
    statuses: [400, 401, 403, 404, 500],
  },
  unlinkLibrary: {
    ...call,
    method: 'delete',
    path: ONE,
    summary: 'Ends the link and deletes the key. Papers, notes, files and the collection stay.',
    params,
    reply: Type.Object({ changed: Type.Integer() }),
    statuses: [400, 401, 403, 404, 500],
  },
});
