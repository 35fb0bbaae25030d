import type {
  collectionOperations,
  duplicateOperations,
  libraryOperations,
  savedSearchOperations,
  tagOperations,
} from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { readCodes, readPapers } from '../application/library/list-papers.ts';
import {
  changeCollection,
  createCollection,
  readCollections,
  removeCollection,
} from '../application/library/manage-collections.ts';
import { deleteTag, readTags, renameTag } from '../application/library/manage-tags.ts';
import { keepApart, mergePapers, readDuplicates, readMerges, undoMerge } from '../application/library/merge-papers.ts';
import {
  changeCollectionPapers,
  changePaperTags,
  moveToTrash,
  restorePapers,
  setMarks,
} from '../application/library/organise-papers.ts';
import { changeSearch, readSearches, removeSearch, saveSearch } from '../application/library/saved-searches.ts';
import type { Caller } from './caller.ts';
import type { LibrarySearchDeps } from '../application/library/search-library.ts';

type OrganisingOperations = typeof collectionOperations &
  typeof tagOperations &
  typeof libraryOperations &
  typeof duplicateOperations &
  typeof savedSearchOperations;

/** Returns the handlers for collections, tags, reading states, stars, saved searches, duplicates and the trash. */
export function organisingRoutes(deps: LibrarySearchDeps): Handlers<OrganisingOperations, Caller> {
  return {
    listSearches: ({ caller: { viewer } }) => readSearches(deps, viewer),
    saveSearch: ({ caller: { viewer }, body }) => saveSearch(deps, viewer, body),
    changeSearch: ({ caller: { viewer }, params, body }) => changeSearch(deps, viewer, Number(params.id), body),
    deleteSearch: ({ caller: { viewer }, params }) => removeSearch(deps, viewer, Number(params.id)),
    listDuplicates: ({ query }) => readDuplicates(deps, query),
    keepApart: ({ body }) => keepApart(deps, body),
    mergePapers: ({ body }) => mergePapers(deps, body),
    listMerges: () => readMerges(deps),
    undoMerge: ({ params }) => undoMerge(deps, Number(params.id)),
    listCollections: ({ caller: { viewer } }) => readCollections(deps, viewer),
    createCollection: ({ caller: { viewer }, body }) => createCollection(deps, viewer, body),
    changeCollection: ({ caller: { viewer }, params, body }) => changeCollection(deps, viewer, Number(params.id), body),
    deleteCollection: ({ caller: { viewer }, params }) => removeCollection(deps, viewer, Number(params.id)),
    changeCollectionPapers: ({ caller: { viewer }, params, body }) =>
      changeCollectionPapers(deps, viewer, Number(params.id), body),
    listTags: ({ caller: { viewer } }) => readTags(deps, viewer),
    changePaperTags: ({ caller: { viewer }, body }) => changePaperTags(deps, viewer, body),
    renameTag: ({ caller: { viewer }, body }) => renameTag(deps, viewer, body),
    deleteTag: ({ caller: { viewer }, query }) => deleteTag(deps, viewer, query.name),
    listPapers: ({ caller: { viewer }, query }) => readPapers(deps, viewer, query),
    listCodes: ({ caller: { viewer }, query }) => readCodes(deps, viewer, query),
    markPapers: ({ caller: { viewer }, body }) => setMarks(deps, viewer, body),
    trashPapers: ({ caller: { viewer }, body }) => moveToTrash(deps, viewer, body),
    restorePapers: ({ caller: { viewer }, body }) => restorePapers(deps, viewer, body),
  };
}
