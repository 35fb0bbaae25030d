import { Readable } from 'node:stream';
import type { BagReader, PayloadFile } from '@almagest/bagit-archive';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import type { Diagnostics, RecordOwner } from '../../files/diagnostics.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import { declareContents } from '../../persistence/artifacts/artifact-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { contentOf } from './read-archive.ts';

/** The result of moving the files of an archive to their final places. No row names these files yet. */
export interface PlacedArchive {
  /** Versions that contain NaN or Inf, as `<name> <SHA-256>`. Usually there are few. */
  readonly unfit: ReadonlySet<string>;
  readonly records: number;
}

interface Stores {
  readonly seeds: SeedStore;
  readonly diagnostics: Diagnostics;
  readonly artifacts: ArtifactStore;
  readonly db: Db;
}

/** Limits on the number of files that wait for the disk, and on their total size. */
const IN_FLIGHT = { files: 32, bytes: 16 * 1024 * 1024 };

const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/**
 * Moves an archive's models and records to their final places. The sweep removes files that get no row. The sweep
 * recognises models by their content, and records by the id of a workflow that doesn't exist.
 */
export async function placeFiles(
  stores: Stores,
  bag: BagReader,
  owner: Omit<RecordOwner, 'pointName'>,
): Promise<PlacedArchive> {
  const unfit = new Set<string>();
  let records = 0;
  const placing = new Placing();
  try {
    for await (const file of bag.payload()) {
      const content = contentOf(file);
      if (content.kind === 'model') {
        await placing.add((await placeModel(stores.seeds, file, content, unfit)).placed, file);
      } else if (content.kind === 'record') {
        records += 1;
        const record = await file.whole(MAX_RECORD_BYTES);
        const place = publish(stores.diagnostics, record, { ...owner, pointName: content.point }, content.name);
        await placing.add(place, file);
      } else if (content.kind === 'artifact') {
        const { placed } = await placeArtifact(stores, file, content.taskId, owner.workflowId, placing);
        await placing.add(placed, file);
      }
    }
    await placing.all();
  } finally {
    await placing.end();
  }
  return { unfit, records };
}

/** Moves files in parallel, up to the limit of `IN_FLIGHT`. */
class Placing {
  #waiting: Promise<void>[] = [];
  #bytes = 0;
  /** Maps each SHA-256 to the last pending move of a file with this content. */
  readonly #contents = new Map<string, Promise<void>>();

  /** Waits for all pending files once the limit is reached. Throws if one of the moves has failed. */
  async add(place: Promise<void>, { sizeBytes }: PayloadFile): Promise<void> {
    // Prevents an unhandled rejection: the promise may fail before it is awaited.
    place.catch(() => undefined);
    this.#waiting.push(place);
    this.#bytes += sizeBytes;
    if (this.#waiting.length >= IN_FLIGHT.files || this.#bytes >= IN_FLIGHT.bytes) await this.all();
  }

  /** Moves equal files one after another. The first move stores the content, and the other moves find it. */
  inTurn(sha256: string, place: () => Promise<void>): Promise<void> {
    const placed = (this.#contents.get(sha256) ?? Promise.resolve()).then(place);
    this.#contents.set(sha256, placed);
    return placed;
  }

  async all(): Promise<void> {
    await Promise.all(this.#waiting);
    this.#waiting = [];
    this.#bytes = 0;
    this.#contents.clear();
  }

  /** Waits until all writes have ended, whether they succeeded or failed. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#waiting);
  }
}

/** Resolves when the content has been read. Then `placed` resolves when the file is in place. */
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

/** Artifacts up to this size are held in memory, so that many can wait for the disk together. */
const HELD_BYTES = 1024 * 1024;

/**
 * Declares the artifact first, as nodes do, so that the sweep keeps it. Resolves when the content has been read. Then
 * `placed` resolves when the file is in place.
 */
async function placeArtifact(
  { db, artifacts }: Stores,
  file: PayloadFile,
  taskId: string,
  workflowId: number,
  placing: Placing,
): Promise<{ readonly placed: Promise<void> }> {
  const { sha256, sizeBytes } = file;
  const place = async (content: Readable) => {
    await declareContents(db, { id: taskId, workflowId }, [{ sha256, sizeBytes }]);
    await artifacts.receive(content, { taskId, sha256, sizeBytes, offset: 0 }, () => Promise.resolve());
  };
  if (sizeBytes <= HELD_BYTES) {
    const content = await file.whole(HELD_BYTES);
    return { placed: placing.inTurn(sha256, () => place(Readable.from([content]))) };
  }
  await place(Readable.from(file.contents()));
  return { placed: Promise.resolve() };
}
