import { Readable } from 'node:stream';
import type { BagReader, PayloadFile } from '@almagest/bagit-archive';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import type { Diagnostics, RecordOwner } from '../../files/diagnostics.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import { declareContents } from '../../persistence/artifact-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { contentOf } from './read-archive.ts';

/** What was found while the files of an archive were given their places. No row names them yet. */
export interface PlacedArchive {
  /** Versions that contain NaN or Inf, as `<name> <SHA-256>`. There are few. */
  readonly unfit: ReadonlySet<string>;
  readonly records: number;
}

interface Stores {
  readonly seeds: SeedStore;
  readonly diagnostics: Diagnostics;
  readonly artifacts: ArtifactStore;
  readonly db: Db;
}

/** Files, and bytes of them, that wait for the disk at the same time. */
const IN_FLIGHT = { files: 32, bytes: 16 * 1024 * 1024 };

const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/**
 * Gives the models and the records of an archive their places. What no row names in the end is swept: the models by
 * their content, the records with the id of a workflow that does not exist.
 */
export async function placeFiles(
  stores: Stores,
  bag: BagReader,
  owner: Omit<RecordOwner, 'pointName'>,
): Promise<PlacedArchive> {
  const unfit = new Set<string>();
  let records = 0;
  let waiting: Promise<void>[] = [];
  let bytes = 0;
  for await (const file of bag.payload()) {
    const content = contentOf(file);
    if (content.kind === 'model') {
      waiting.push((await placeModel(stores.seeds, file, content, unfit)).placed);
    } else if (content.kind === 'record') {
      records += 1;
      const record = await file.whole(MAX_RECORD_BYTES);
      waiting.push(publish(stores.diagnostics, record, { ...owner, pointName: content.point }, content.name));
    } else {
      if (content.kind === 'artifact') await placeArtifact(stores, file, content.taskId, owner.workflowId);
      continue;
    }
    bytes += file.sizeBytes;
    if (waiting.length < IN_FLIGHT.files && bytes < IN_FLIGHT.bytes) continue;
    await Promise.all(waiting);
    waiting = [];
    bytes = 0;
  }
  await Promise.all(waiting);
  return { unfit, records };
}

/** Resolves when the content has been read, to a promise of its place. */
async function placeModel(
  seeds: SeedStore,
  file: PayloadFile,
  { point }: { readonly point: string },
  unfit: Set<string>,
): Promise<{ readonly placed: Promise<void> }> {
  const staged = await seeds.stage(Readable.from(file.contents()), 'an import');
  if (!staged.fit) unfit.add(`${point} ${file.sha256}`);
  const place = async () => {
    try {
      await seeds.place(point, staged);
    } finally {
      staged.file.discard();
    }
  };
  return { placed: place() };
}

async function publish(diagnostics: Diagnostics, record: Buffer, owner: RecordOwner, name: string): Promise<void> {
  await diagnostics.publish(await diagnostics.stageContent(record), owner, name);
}

/** Declared first, as nodes do it: nothing that is declared is swept. */
async function placeArtifact(
  { db, artifacts }: Stores,
  { sha256, sizeBytes, contents }: PayloadFile,
  taskId: string,
  workflowId: number,
): Promise<void> {
  await declareContents(db, { id: taskId, workflowId }, [{ sha256, sizeBytes }]);
  const upload = { taskId, sha256, sizeBytes, offset: 0 };
  await artifacts.receive(Readable.from(contents()), upload, () => Promise.resolve());
}
