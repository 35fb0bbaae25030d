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
import type { LibrarySearchDeps } from '../application/library/search-library.ts';

type OrganisingOperations = typeof collectionOperations &
  typeof tagOperations &
  typeof libraryOperations &
  typeof duplicateOperations &
  typeof savedSearchOperations;

/** Routes for collections, tags, reading state, stars, saved searches, duplicates and the trash. */
export function organisingRoutes(deps: LibrarySearchDeps): Handlers<OrganisingOperations, undefined> {
  return {
    listSearches: () => readSearches(deps),
    saveSearch: ({ body }) => saveSearch(deps, body),
    changeSearch: ({ params, body }) => changeSearch(deps, Number(params.id), body),
    deleteSearch: ({ params }) => removeSearch(deps, Number(params.id)),
    listDuplicates: ({ query }) => readDuplicates(deps, query),
    keepApart: ({ body }) => keepApart(deps, body),
    mergePapers: ({ body }) => mergePapers(deps, body),
    listMerges: () => readMerges(deps),
    undoMerge: ({ params }) => undoMerge(deps, Number(params.id)),
    listCollections: () => readCollections(deps),
    createCollection: ({ body }) => createCollection(deps, body),
    changeCollection: ({ params, body }) => changeCollection(deps, Number(params.id), body),
    deleteCollection: ({ params }) => removeCollection(deps, Number(params.id)),
    changeCollectionPapers: ({ params, body }) => changeCollectionPapers(deps, Number(params.id), body),
    listTags: () => readTags(deps),
    changePaperTags: ({ body }) => changePaperTags(deps, body),
    renameTag: ({ body }) => renameTag(deps, body),
    deleteTag: ({ query }) => deleteTag(deps, query.name),
    listPapers: ({ query }) => readPapers(deps, query),
    listCodes: ({ query }) => readCodes(deps, query),
    markPapers: ({ body }) => setMarks(deps, body),
    trashPapers: ({ body }) => moveToTrash(deps, body),
    restorePapers: ({ body }) => restorePapers(deps, body),
  };
}
