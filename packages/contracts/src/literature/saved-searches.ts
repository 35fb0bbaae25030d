import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Timestamp, WordedText } from '../schema.ts';
import { LibraryOrder } from './library.ts';

const SearchName = WordedText(200);

/** A saved list of papers of the library. */
export const SavedSearch = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Its conditions and order, in the form of `GET /api/library/papers`. */
  search: LibraryOrder,
  /** How many papers match the conditions now. */
  paper_count: Type.Integer(),
  created_at: Timestamp,
});
export type SavedSearch = Static<typeof SavedSearch>;

/** The position in the list. */
const Position = Type.Integer({ minimum: 0, maximum: 10_000, description: 'From 0. Later searches move down.' });

export const NewSearch = closedObject({
  name: SearchName,
  search: LibraryOrder,
  /** Default: the end of the list, or the position of the existing search with this name. */
  position: Type.Optional(Position),
});
export type NewSearch = Static<typeof NewSearch>;

export const SearchChange = closedObject({
  name: Type.Optional(SearchName),
  search: Type.Optional(LibraryOrder),
  position: Type.Optional(Position),
});
export type SearchChange = Static<typeof SearchChange>;

const call = { tag: 'library', role: 'api-token-if-configured', failures: 'text' } as const;
const PATH = '/api/library/searches';
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });

export const savedSearchOperations = defineOperations({
  listSearches: {
    ...call,
    least: 'reader',
    method: 'get',
    path: PATH,
    summary: 'Lists the saved searches of the library in order, each with the number of matching papers.',
    reply: Type.Array(SavedSearch),
    statuses: [401, 403, 500],
  },
  saveSearch: {
    ...call,
    least: 'reader',
    method: 'post',
    path: PATH,
    summary:
      'Saves a search of the library at the end of the list. A search with the same name is replaced and keeps its position.',
    body: NewSearch,
    reply: SavedSearch,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  changeSearch: {
    ...call,
    least: 'reader',
    method: 'patch',
    path: `${PATH}/{id}`,
    summary: 'Renames a saved search, changes its conditions, or moves it in the list.',
    params,
    body: SearchChange,
    reply: Type.Array(SavedSearch),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  deleteSearch: {
    ...call,
    least: 'reader',
    method: 'delete',
    path: `${PATH}/{id}`,
    summary: 'Deletes a saved search. Its papers stay.',
    params,
    reply: Type.Array(SavedSearch),
    statuses: [400, 401, 403, 404, 500],
  },
});
