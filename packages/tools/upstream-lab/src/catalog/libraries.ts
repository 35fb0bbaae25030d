import { createHash } from 'node:crypto';
import { json, type Reply } from '../server/exchange.ts';
import type { LabWorld } from '../world.ts';

const DEFAULT_ROWS = 20;
const MAX_ROWS = 2000;

/** Answers `GET /biblib/libraries/{id}` with the codes of a page and the data of the library. */
export function answerLibrary(id: string, parameters: URLSearchParams, { scix, library }: LabWorld): Reply {
  const found = scix.get(id);
  if (found === undefined) return json({ error: 'Library specified does not exist.' }, 404);
  const start = Number(parameters.get('start') ?? 0);
  const rows = Math.min(Number(parameters.get('rows') ?? DEFAULT_ROWS), MAX_ROWS);
  const documents = found.bibcodes.slice(start, start + rows);
  const docs = documents.flatMap((code) => {
    const entry = library.byIdentifier(code);
    return entry === undefined ? [] : [{ bibcode: entry.bibcode }];
  });
  return json({
    documents,
    solr: { responseHeader: { status: 0 }, response: { numFound: docs.length, start: 0, docs } },
    metadata: {
      id,
      name: found.name,
      description: '',
      num_documents: found.bibcodes.length,
      // The real field is a time. This hash changes exactly when the library changes.
      date_last_modified: createHash('md5').update(found.bibcodes.join()).digest('hex'),
      permission: 'owner',
      public: false,
      num_users: 1,
      owner: 'lab',
    },
    updates: { num_updated: 0, duplicates_removed: 0, update_list: [] },
  });
}
