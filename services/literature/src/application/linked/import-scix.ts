import { addedSince, changedKeys } from '../../domain/linked/seen.ts';
import { identityKeys } from '../../domain/papers/same-paper.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { addToCollections } from '../../persistence/library/collection-repository.ts';
import { keepPapers } from '../../persistence/library/kept-papers.ts';
import {
  EMPTY_ITEM,
  listVersions,
  markUnlisted,
  saveItems,
  type LinkedItem,
} from '../../persistence/linked/linked-item-repository.ts';
import { storeRecords } from '../../persistence/papers/record-repository.ts';
import type { Catalog } from '../../sources/catalog/catalog.ts';
import type { ImportRun, StepResult } from './import-run.ts';

export interface ScixDeps {
  readonly db: Db;
  readonly scix: Pick<Catalog, 'readLibrary' | 'lookUp'>;
}

const PER_STEP = 200;

/** The version of an entry whose paper was found. The next import looks up entries with another version again. */
const FOUND = 1;

/** Adds new papers of a SciX library to its collection, and marks papers that are no longer in the library. */
export async function importScix({ db, scix }: ScixDeps, run: ImportRun): Promise<void> {
  const { link } = run;
  const { bibcodes } = await scix.readLibrary(link.library, run.signal);
  const imported = await listVersions(db, link.id, 'items');
  const added = changedKeys(new Map(bibcodes.map((code) => [code, FOUND])), imported);
  await run.announce(added.length);
  for (let from = 0; from < added.length; from += PER_STEP) {
    const some = added.slice(from, from + PER_STEP);
    const references = some.map((value) => ({ kind: 'bibcode', value }) as const);
    const records = await scix.lookUp(references, run.signal);
    await run.step((trx, root) => storeListed(trx, run, root, { bibcodes: some, records }));
  }
  const gone = addedSince([...imported.keys()], bibcodes);
  await run.step(async (trx) => ({ counts: { removed: await markUnlisted(trx, link.id, gone) } }));
}

interface Listed {
  readonly bibcodes: readonly string[];
  readonly records: readonly SourceRecord[];
}

async function storeListed(
  trx: Tx,
  { link, viewer }: ImportRun,
  root: number | null,
  { bibcodes, records }: Listed,
): Promise<StepResult> {
  const ids = await storeRecords(trx, records, { keep: true });
  await keepPapers(trx, viewer, ids);
  const found = new Map(
    records.flatMap((record, place) => identityKeys(record).map((name) => [name, { record, id: ids[place] ?? 0 }])),
  );
  const items = bibcodes.map((bibcode): LinkedItem => {
    const { record, id = null } = found.get(`bibcode:${bibcode}`) ?? {};
    return {
      ...EMPTY_ITEM,
      key: bibcode,
      kind: 'entry',
      version: id === null ? 0 : FOUND,
      title: record?.title ?? bibcode,
      paper_id: id,
      messages: id === null ? ['the catalog does not know this code. The next import looks it up again'] : [],
    };
  });
  await saveItems(trx, link.id, items);
  const members = items.flatMap(({ paper_id: paperId }) =>
    root === null || paperId === null ? [] : [{ collectionId: root, paperId }],
  );
  await addToCollections(trx, members);
  return { done: bibcodes.length, counts: { papers: members.length } };
}
