import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { CollectionId, TagName } from './exchange.ts';
import { ObjectOwnership } from './groups.ts';
import { PaperReference } from './vocabulary.ts';

/** Papers that a request names. */
export const NamedPapers = Type.Array(PaperReference, { minItems: 1, maxItems: 10_000 });

const CollectionName = WordedText(200);

export const Collection = Type.Object({
  id: Type.Integer(),
  /** The parent collection. Null for a top-level collection. */
  parent_id: Nullable(Type.Integer()),
  name: Type.String(),
  /** Papers in the collection itself, without its subcollections. */
  paper_count: Type.Integer(),
  created_at: Timestamp,
  ownership: Type.Optional(ObjectOwnership),
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

/** How many papers, collections or tags a request has changed. 0 if everything was already as requested. */
const Changed = Type.Object({ changed: Type.Integer() });
const Moved = Type.Object({ added: Type.Integer(), removed: Type.Integer() });

const call = { tag: 'library', role: 'api-token-if-configured', failures: 'text' } as const;
const PATH = '/api/collections/{id}';
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });

export const collectionOperations = defineOperations({
  listCollections: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/collections',
    summary: 'Lists all collections, parents first, by name.',
    reply: Type.Array(Collection),
    statuses: [401, 403, 500],
  },
  createCollection: {
    ...call,
    least: 'member',
    method: 'post',
    path: '/api/collections',
    summary:
      'Creates a collection, at the top level or in another collection. If the name exists there, returns the existing collection unchanged.',
    body: NewCollection,
    reply: Collection,
    statuses: [400, 401, 403, 404, 413, 500],
  },
  changeCollection: {
    ...call,
    least: 'member',
    method: 'patch',
    path: PATH,
    summary: 'Renames a collection, or moves it with its contents. parent_id null moves it to the top level.',
    params,
    body: CollectionChange,
    reply: Collection,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  deleteCollection: {
    ...call,
    least: 'member',
    method: 'delete',
    path: PATH,
    summary: 'Deletes a collection and its subcollections. Their papers stay in the library.',
    params,
    reply: Changed,
    statuses: [400, 401, 403, 404, 500],
  },
  changeCollectionPapers: {
    ...call,
    least: 'member',
    method: 'post',
    path: `${PATH}/papers`,
    summary: 'Adds papers to a collection, removes papers from it, or both, in one transaction.',
    params,
    body: CollectionPapers,
    reply: Moved,
    statuses: [400, 401, 403, 404, 413, 500],
  },
});

export const tagOperations = defineOperations({
  listTags: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/tags',
    summary: 'Lists the tags of the papers in the library by name, each with its number of papers.',
    reply: Type.Array(Tag),
    statuses: [401, 403, 500],
  },
  changePaperTags: {
    ...call,
    least: 'reader',
    method: 'post',
    path: '/api/tags',
    summary: 'Adds tags to papers, removes tags from them, or both, in one transaction.',
    body: PaperTags,
    reply: Moved,
    statuses: [400, 401, 403, 404, 413, 500],
  },
  renameTag: {
    ...call,
    least: 'reader',
    method: 'patch',
    path: '/api/tags',
    summary: 'Renames a tag on all papers. If the new name exists, the tags are merged.',
    body: TagChange,
    reply: Changed,
    statuses: [400, 401, 403, 404, 413, 500],
  },
  deleteTag: {
    ...call,
    least: 'reader',
    method: 'delete',
    path: '/api/tags',
    summary: 'Removes a tag from all papers.',
    query: closedObject({ name: TagName }),
    reply: Changed,
    statuses: [400, 401, 403, 404, 500],
  },
});
