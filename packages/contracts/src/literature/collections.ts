import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { CollectionId, TagName } from './exchange.ts';
import { PaperReference } from './vocabulary.ts';

/** Papers that a request names. */
export const NamedPapers = Type.Array(PaperReference, { minItems: 1, maxItems: 10_000 });

const CollectionName = WordedText(200);

export const Collection = Type.Object({
  id: Type.Integer(),
  /** The collection around it; null for an outermost one. */
  parent_id: Nullable(Type.Integer()),
  name: Type.String(),
  /** The papers in it, without those of the collections inside it. */
  paper_count: Type.Integer(),
  created_at: Timestamp,
});
export type Collection = Static<typeof Collection>;

export const NewCollection = closedObject({
  name: CollectionName,
  parent_id: Type.Optional(Nullable(CollectionId)),
});
export type NewCollection = Static<typeof NewCollection>;

export const CollectionChange = closedObject({
  name: Type.Optional(CollectionName),
  parent_id: Type.Optional(Nullable(CollectionId)),
});
export type CollectionChange = Static<typeof CollectionChange>;

export const CollectionPapers = closedObject({
  add: Type.Optional(NamedPapers),
  remove: Type.Optional(NamedPapers),
});
export type CollectionPapers = Static<typeof CollectionPapers>;

export const Tag = Type.Object({ name: Type.String(), paper_count: Type.Integer() });
export type Tag = Static<typeof Tag>;

const TagNames = Type.Array(WordedText(200), { minItems: 1, maxItems: 100 });

export const PaperTags = closedObject({
  bibcodes: NamedPapers,
  add: Type.Optional(TagNames),
  remove: Type.Optional(TagNames),
});
export type PaperTags = Static<typeof PaperTags>;

export const TagChange = closedObject({ name: TagName, new_name: WordedText(200) });
export type TagChange = Static<typeof TagChange>;

/** How many papers, collections or tags of papers a request has changed; 0 where it was as requested already. */
const Changed = Type.Object({ changed: Type.Integer() });
const Moved = Type.Object({ added: Type.Integer(), removed: Type.Integer() });

const call = { tag: 'library', role: 'api-token-if-configured', failures: 'text' } as const;
const PATH = '/api/collections/{id}';
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });

export const collectionOperations = {
  listCollections: defineOperation({
    ...call,
    operationId: 'listCollections',
    method: 'get',
    path: '/api/collections',
    summary: 'All collections, each after the one around it, in the order of their names.',
    reply: Type.Array(Collection),
    statuses: [401, 500],
  }),
  createCollection: defineOperation({
    ...call,
    operationId: 'createCollection',
    method: 'post',
    path: '/api/collections',
    summary: 'Creates a collection, in another one or by itself. One of that name in that place is returned as it is.',
    body: NewCollection,
    reply: Collection,
    statuses: [400, 401, 404, 413, 500],
  }),
  changeCollection: defineOperation({
    ...call,
    operationId: 'changeCollection',
    method: 'patch',
    path: PATH,
    summary: 'Renames a collection, or moves it with all that is in it; parent_id null makes it an outermost one.',
    params,
    body: CollectionChange,
    reply: Collection,
    statuses: [400, 401, 404, 409, 413, 500],
  }),
  deleteCollection: defineOperation({
    ...call,
    operationId: 'deleteCollection',
    method: 'delete',
    path: PATH,
    summary: 'Deletes a collection with those inside it. Their papers stay in the library.',
    params,
    reply: Changed,
    statuses: [400, 401, 404, 500],
  }),
  changeCollectionPapers: defineOperation({
    ...call,
    operationId: 'changeCollectionPapers',
    method: 'post',
    path: `${PATH}/papers`,
    summary: 'Puts papers into a collection, takes papers out of it, or both. It does all of it or nothing.',
    params,
    body: CollectionPapers,
    reply: Moved,
    statuses: [400, 401, 404, 413, 500],
  }),
};

export const tagOperations = {
  listTags: defineOperation({
    ...call,
    operationId: 'listTags',
    method: 'get',
    path: '/api/tags',
    summary: 'The tags of the papers in the library, with the number of papers of each, in the order of their names.',
    reply: Type.Array(Tag),
    statuses: [401, 500],
  }),
  changePaperTags: defineOperation({
    ...call,
    operationId: 'changePaperTags',
    method: 'post',
    path: '/api/tags',
    summary: 'Gives papers tags, takes tags from them, or both. It does all of it or nothing.',
    body: PaperTags,
    reply: Moved,
    statuses: [400, 401, 404, 413, 500],
  }),
  renameTag: defineOperation({
    ...call,
    operationId: 'renameTag',
    method: 'patch',
    path: '/api/tags',
    summary: 'Renames a tag on all papers. Where the new name exists, both become one.',
    body: TagChange,
    reply: Changed,
    statuses: [400, 401, 404, 413, 500],
  }),
  deleteTag: defineOperation({
    ...call,
    operationId: 'deleteTag',
    method: 'delete',
    path: '/api/tags',
    summary: 'Takes a tag from all papers.',
    query: closedObject({ name: TagName }),
    reply: Changed,
    statuses: [400, 401, 404, 500],
  }),
};
