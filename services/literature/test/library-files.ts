import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from './world.ts';

/** Returns the names of a paper's files in the library, without figures. */
export async function filesOf(world: World, bibcode: string): Promise<string[]> {
  const [paper] = await world.sql<{ id: number }>('select id from paper where bibcode = $1', [bibcode]);
  const { id = 0 } = paper ?? {};
  const folder = join(world.libraryDir, 'papers', String(id % 1000).padStart(3, '0'), String(id));
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name !== 'figures').sort();
}

export async function pathOf(
  world: World,
  bibcode: string,
  type: 'pdf' | 'html' | 'markdown' | 'translation',
): Promise<string> {
  const [paper] = await world.sql<{ location: string }>(
    `select ${type}_location as location from paper where bibcode = $1`,
    [bibcode],
  );
  if (paper === undefined) throw new Error(`no paper ${bibcode}`);
  return join(world.libraryDir, paper.location);
}

/** Returns the files being written, and the files left by failed writes. */
export async function stagedFiles(world: World): Promise<string[]> {
  return await readdir(join(world.libraryDir, 'staging'));
}
