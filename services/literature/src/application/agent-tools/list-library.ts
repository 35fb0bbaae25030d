import { LibraryPage } from '@almagest/contracts/literature';
import Type from 'typebox';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { defineTool } from '../agent/tool.ts';
import { readLibrary } from '../papers/list-library.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { PageOffset, PaperCode, pageLimit } from './arguments.ts';
import { listed, paperLine, paperRecord } from './paper-lines.ts';

export interface LibraryToolDeps {
  readonly db: Db;
  readonly files: LibraryStore;
}

const USUAL_ROWS = 50;

/** Lists papers of the library, one page per call. */
export function listLibraryTool(deps: LibraryToolDeps) {
  return defineTool({
    name: 'list_library',
    description:
      'Lists papers of the local library, newest first: code, year, authors, title, citations, and whether the text can be read.',
    parameters: Type.Object({
      q: LibraryPage.properties.q,
      limit: pageLimit(100, USUAL_ROWS),
      offset: PageOffset,
    }),
    access: 'read',
    run: async ({ q, limit = USUAL_ROWS, offset = 0 }, { viewer }) => {
      const page = { limit, offset, order: 'newest' as const, ...(q === undefined ? {} : { q }) };
      const lines: string[] = [];
      for await (const paper of readLibrary(deps, viewer, page)) lines.push(paperLine(paper));
      return listed(lines, 'no papers found');
    },
  });
}

/** Returns the metadata of a paper in the library or from an earlier search. */
export function readRecordTool({ db, files }: LibraryToolDeps) {
  return defineTool({
    name: 'read_record',
    description:
      'Returns the record of a paper of the library or of an earlier search: title, authors, abstract, identifiers, citations, and the state of its full text.',
    parameters: Type.Object({ bibcode: PaperCode }),
    access: 'read',
    run: async ({ bibcode }) => paperRecord(await standardPaper(files, await requirePaper(db, bibcode))),
  });
}
