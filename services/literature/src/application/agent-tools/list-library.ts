import Type from 'typebox';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { defineTool } from '../agent/tool.ts';
import { readLibrary } from '../papers/list-library.ts';

/** Papers of the library, a page at a time. */
export function listLibraryTool(deps: { readonly db: Db; readonly files: LibraryStore }) {
  return defineTool({
    name: 'list_library',
    description:
      'Lists papers of the local library with their codes, years, first authors and titles, and whether their text can be read.',
    parameters: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Papers at most; 50 if not said.' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Papers to pass over.' })),
    }),
    access: 'read',
    run: async ({ limit = 50, offset = 0 }) => {
      const lines: string[] = [];
      for await (const paper of readLibrary(deps, { limit, offset })) {
        const state = paper.has_markdown ? 'parsed' : paper.is_downloaded ? 'downloaded' : 'no full text';
        lines.push(`${paper.bibcode} | ${paper.year} | ${paper.authors[0] ?? ''} | ${paper.title} | ${state}`);
      }
      return lines.length === 0 ? 'no papers here' : lines.join('\n');
    },
  });
}
