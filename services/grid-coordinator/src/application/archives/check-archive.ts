import { DamagedArchiveError, type BagReader, type PayloadFile } from '@almagest/bagit-archive';
import { inTransaction } from '@almagest/service-kit/database';
import { ModelFiles, type ModelFile } from '../../persistence/archives/model-files.ts';
import type { Db } from '../../persistence/database.ts';
import { inBatches } from './in-batches.ts';
import { archivedRows, contentOf, filesOf } from './read-archive.ts';

/**
 * Checks an archive before storing any part of it: every hash, every path, the shape of every row, and whether rows and
 * files match. Memory use does not depend on the size of the archive. Returns the total bytes of the artifacts.
 */
export async function checkArchive(db: Db, bag: BagReader): Promise<number> {
  await bag.verify((file) => {
    const content = contentOf(file);
    if (content.kind === 'model' && !file.sha256.startsWith(content.version))
      throw new DamagedArchiveError(`the version in the name of ${file.path} does not match its content`);
  });
  await checkModels(db, bag);
  const artifactBytes = await checkArtifacts(bag);
  const { points, attempts, starts, judgements, reproductions, counts } = archivedRows;
  for (const read of [points, attempts, starts, judgements, reproductions, counts]) for await (const _ of read(bag));
  return artifactBytes;
}

/**
 * Checks models against their files. Rows are sorted by lineage and files by name, so a temporary table is needed to
 * join them.
 */
async function checkModels(db: Db, bag: BagReader): Promise<void> {
  await inTransaction(db, async (trx) => {
    const files = await ModelFiles.create(trx);
    await inBatches(modelFilesOf(bag), (batch) => files.add(batch));
    await inBatches(archivedRows.models(bag), async (batch) => {
      // Only the file of an unfit model may be missing.
      const missing = await files.findMissing(
        batch.map(({ name, sha256, size_bytes: sizeBytes, fit }) => ({ name, sha256, sizeBytes, mayBeLost: !fit })),
      );
      if (missing !== undefined)
        throw new DamagedArchiveError(
          `the archive has no file of ${missing.sizeBytes} bytes for the model ${missing.sha256} of ${missing.name}`,
        );
    });
  });
}

async function* modelFilesOf(bag: BagReader): AsyncGenerator<ModelFile> {
  for await (const file of filesOf(bag, 'model')) {
    const content = contentOf(file);
    if (content.kind === 'model') yield { name: content.point, sha256: file.sha256, sizeBytes: file.sizeBytes };
  }
}

/**
 * Compares the rows of artifacts with their files. Exports write rows and files in the same order, so both are read in
 * parallel. In archives packed by another program, each file is looked up separately.
 */
async function checkArtifacts(bag: BagReader): Promise<number> {
  let bytes = 0;
  const files = filesOf(bag, 'artifact');
  const index = await bag.index();
  const named = new Set<string>();
  try {
    for await (const { point_name, task_id, path, sha256, size_bytes } of archivedRows.artifacts(bag)) {
      const place = `data/artifacts/${point_name}/${task_id}/${path}`;
      const file = index === undefined ? await nextOf(files, place) : index.get(place);
      if (file?.sha256 !== sha256 || file.sizeBytes !== size_bytes)
        throw new DamagedArchiveError(
          `the archive has no file ${place} of ${size_bytes} bytes with SHA-256 ${sha256}, or its files are in a different order than its rows`,
        );
      bytes += size_bytes;
      if (index !== undefined) named.add(place);
    }
    for await (const { path } of files)
      if (!named.has(path)) throw new DamagedArchiveError(`the archive has no row for ${path}`);
    return bytes;
  } finally {
    await files.return(undefined);
  }
}

async function nextOf(files: AsyncGenerator<PayloadFile, undefined>, place: string): Promise<PayloadFile | undefined> {
  const { value: file } = await files.next();
  return file?.path === place ? file : undefined;
}
