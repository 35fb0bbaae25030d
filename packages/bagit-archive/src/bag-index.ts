import {
  isDeclaration,
  isSafePath,
  linesOfTagFile,
  parseInfo,
  parseManifestLine,
  TAG_FILES,
  withoutCarriageReturn,
  type ManifestEntry,
} from './bag-format.ts';
import { DamagedArchiveError } from './damaged-archive-error.ts';
import type { StoredEntry, TarReader } from './tar-reader.ts';

/** Maximum size of a tag file that is held in memory. The payload manifest is read line by line. */
export const MAX_TAG_BYTES = 64 * 1024;
const MAX_LINE = 16 * 1024;

/**
 * Limits an index to about 30 MB of memory. An archive in export order needs no index and may have any number of files.
 */
const MOST_FILES = 100_000;
const MOST_PATH_CHARACTERS = 16 * 1024 * 1024;

export interface IndexedFile extends StoredEntry {
  readonly sha256: string;
}

/**
 * Indexes the payload of a bag packed by another program, by path in the bag.
 *
 * Accepts any order, further tag files and manifests, and missing optional ones (RFC 8493). The payload hashes come
 * from manifest-sha256.txt.
 */
export async function indexBag(tar: TarReader): Promise<ReadonlyMap<string, IndexedFile>> {
  const entries = await readEntries(tar);
  const require = (name: string): StoredEntry => {
    const entry = entries.get(name);
    if (entry === undefined) throw new DamagedArchiveError(`the bag has no ${name}`);
    return entry;
  };
  const declaration = require(TAG_FILES.declaration);
  if (!isDeclaration(await readTagFile(tar, declaration, TAG_FILES.declaration)))
    throw new DamagedArchiveError(`${TAG_FILES.declaration} does not declare BagIt 1.0 in UTF-8`);
  if ((entries.get('fetch.txt')?.sizeBytes ?? 0) > 0)
    throw new DamagedArchiveError('fetch.txt lists files outside the bag. Download them into the bag first');
  await compareTagFiles(tar, entries);
  const files = await readManifest(tar, require(TAG_FILES.manifest), entries);
  for (const path of entries.keys())
    if (path.startsWith('data/') && !files.has(path)) throw new DamagedArchiveError(`${path} is not in a manifest`);
  const info = entries.get(TAG_FILES.info);
  if (info !== undefined) compareSum(parseInfo(await readTagFile(tar, info, TAG_FILES.info)), files);
  return files;
}

/** Returns all files of the archive by path in the bag. If bagit.txt is in a folder, that folder is the bag. */
async function readEntries(tar: TarReader): Promise<ReadonlyMap<string, StoredEntry>> {
  const entries: StoredEntry[] = [];
  let characters = 0;
  for (let entry = await tar.next(); entry !== undefined; entry = await tar.next()) {
    entries.push(entry);
    characters += entry.path.length;
    if (entries.length > MOST_FILES || characters > MOST_PATH_CHARACTERS)
      throw new DamagedArchiveError(
        `the archive has more than ${MOST_FILES} files. The files of larger archives must be in the order of an export`,
      );
  }
  const declaration = entries.find(({ path }) => /^(?:[^/]+\/)?bagit\.txt$/.test(path));
  if (declaration === undefined)
    throw new DamagedArchiveError(
      `the archive has no ${TAG_FILES.declaration} at the top or in its only folder, so it is not a bag`,
    );
  const root = declaration.path.slice(0, -TAG_FILES.declaration.length);
  const inBag = new Map<string, StoredEntry>();
  for (const entry of entries) {
    if (!entry.path.startsWith(root)) throw new DamagedArchiveError(`${entry.path} is outside the bag ${root}`);
    const path = entry.path.slice(root.length);
    if (inBag.has(path)) throw new DamagedArchiveError(`${path} occurs twice in the archive`);
    inBag.set(path, entry);
  }
  return inBag;
}

async function readTagFile(tar: TarReader, entry: StoredEntry, name: string): Promise<Buffer> {
  if (entry.sizeBytes > MAX_TAG_BYTES) throw new DamagedArchiveError(`${name} is larger than ${MAX_TAG_BYTES} bytes`);
  return await tar.read(entry);
}

/** Compares the tag files that the tag manifest lists. */
async function compareTagFiles(tar: TarReader, entries: ReadonlyMap<string, StoredEntry>): Promise<void> {
  const manifest = entries.get(TAG_FILES.tagManifest);
  if (manifest === undefined) return;
  for (const line of linesOfTagFile(await readTagFile(tar, manifest, TAG_FILES.tagManifest))) {
    const { path, sha256 } = requireLine(line, TAG_FILES.tagManifest);
    const entry = entries.get(path);
    if (entry === undefined) throw new DamagedArchiveError(`${TAG_FILES.tagManifest} names ${path}, which is missing`);
    for await (const _ of tar.contents(entry, sha256));
  }
}

async function readManifest(
  tar: TarReader,
  manifest: StoredEntry,
  entries: ReadonlyMap<string, StoredEntry>,
): Promise<ReadonlyMap<string, IndexedFile>> {
  const files = new Map<string, IndexedFile>();
  for await (const { path, sha256 } of manifestEntries(tar.pieces(manifest))) {
    const entry = entries.get(path);
    if (entry === undefined)
      throw new DamagedArchiveError(`expected ${path} from the manifest, found the end of the archive`);
    if (files.has(path)) throw new DamagedArchiveError(`${TAG_FILES.manifest} names ${path} twice`);
    files.set(path, { ...entry, sha256 });
  }
  return files;
}

function compareSum(info: ReadonlyMap<string, string>, files: ReadonlyMap<string, IndexedFile>): void {
  const sum = info.get('Payload-Oxum');
  const bytes = [...files.values()].reduce((all, { sizeBytes }) => all + sizeBytes, 0);
  if (sum !== undefined && sum !== `${bytes}.${files.size}`)
    throw new DamagedArchiveError(
      `the payload has ${bytes} bytes in ${files.size} files, but ${TAG_FILES.info} says ${sum.slice(0, 100)}`,
    );
}

/** Yields the entries of a payload manifest that arrives in chunks. */
export async function* manifestEntries(pieces: AsyncIterable<Buffer>): AsyncGenerator<ManifestEntry> {
  let rest = '';
  const decoder = new TextDecoder('utf-8');
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new DamagedArchiveError(`a line of ${TAG_FILES.manifest} is too long`);
    for (const line of lines) yield requirePayload(withoutCarriageReturn(line));
  }
  if (rest !== '') yield requirePayload(rest);
}

function requirePayload(line: string): ManifestEntry {
  const entry = requireLine(line, TAG_FILES.manifest);
  if (!entry.path.startsWith('data/') || !isSafePath(entry.path))
    throw new DamagedArchiveError(
      `${TAG_FILES.manifest} names ${JSON.stringify(entry.path)}, which is not a path in data/`,
    );
  return entry;
}

export function requireLine(line: string, file: string): ManifestEntry {
  const entry = parseManifestLine(line);
  if (entry === undefined)
    throw new DamagedArchiveError(`${file} has the invalid line ${JSON.stringify(line.slice(0, 200))}`);
  return entry;
}
