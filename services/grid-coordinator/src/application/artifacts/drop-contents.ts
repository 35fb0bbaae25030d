import type { ArtifactStore } from '../../files/artifact-store.ts';
import { whileUnreferenced } from '../../persistence/artifacts/artifact-repository.ts';
import type { Db } from '../../persistence/database.ts';

/**
 * Removes the uploads of contents that a task no longer declares. The quota no longer counts these uploads, so they
 * must not stay on the disk until the next sweep.
 */
export async function dropContents(
  { db, artifacts }: { readonly db: Db; readonly artifacts: ArtifactStore },
  taskId: string,
  contents: readonly string[],
): Promise<void> {
  if (contents.length === 0) return;
  for (const sha256 of contents) await artifacts.removeParts({ taskId, sha256 });
  await whileUnreferenced(db, contents, async (unreferenced) => {
    for (const sha256 of unreferenced) await artifacts.contents.remove(sha256);
  });
}
