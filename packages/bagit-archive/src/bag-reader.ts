import { BAG_DECLARATION, linesOfTagFile, parseInfo, TAG_FILES, type ManifestEntry } from './bag-format.ts';
import { indexBag, manifestEntries, MAX_TAG_BYTES, requireLine, type IndexedFile } from './bag-index.ts';
import { DamagedArchiveError } from './damaged-archive-error.ts';
import { TarReader, type StoredEntry } from './tar-reader.ts';

export interface PayloadFile {
  /** Relative to the bag: `data/…`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Yields the content. Fails at the end if the SHA-256 differs from the manifest. */
  readonly contents: () => AsyncGenerator<Buffer>;
  /** Returns the entire content. Throws without reading if the content is larger than `maxBytes`. */
  readonly whole: (maxBytes: number) => Promise<Buffer>;
}

interface Heads {
  /** The single folder that the archive unpacks to. */
  readonly root: string;
  readonly manifest: StoredEntry & { readonly sha256: string };
  readonly info: ReadonlyMap<string, string>;
}

/**
 * A bag in an archive on disk.
 *
 * An export writes one folder with the tag files first, then the payload in the order of the manifest. Exported bags
 * are read with constant memory. A bag packed by another program needs an index, which limits the number of files.
 * Files that are missing, duplicate or not in a manifest are refused.
 */
export class BagReader {
  readonly #path: string;
  #index: Promise<ReadonlyMap<string, IndexedFile> | undefined> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the payload files by path if they are not in export order, otherwise undefined. */
  async index(): Promise<ReadonlyMap<string, IndexedFile> | undefined> {
    this.#index ??= this.#during(isInOrder).then(async (isOrdered) =>
      isOrdered ? undefined : await this.#during(indexBag),
    );
    return await this.#index;
  }

  async #during<T>(use: (tar: TarReader) => Promise<T>): Promise<T> {
    const tar = await TarReader.open(this.#path);
    try {
      return await use(tar);
    } finally {
      await tar.close();
    }
  }

  /**
   * Reads everything and compares every hash. Throws `DamagedArchiveError` at the first difference. Calls `onFile` before
   * each file, with the number of bytes before it.
   */
  async verify(onFile: (file: PayloadFile, doneBytes: number) => void = () => undefined): Promise<void> {
    let done = 0;
    for await (const file of this.payload()) {
      onFile(file, done);
      await drain(file.contents());
      done += file.sizeBytes;
    }
  }

  /** Yields the payload files in order. The content of a file may be read only while the file is the current file. */
  async *payload(): AsyncGenerator<PayloadFile> {
    const index = await this.index();
    const tar = await TarReader.open(this.#path);
    try {
      if (index === undefined) yield* inOrder(tar);
      else for (const [path, file] of index) yield payloadFile(tar, file, { path, sha256: file.sha256 });
    } finally {
      await tar.close();
    }
  }
}

/** Returns whether the files are in export order. Other faults are found when the files are read. */
async function isInOrder(tar: TarReader): Promise<boolean> {
  try {
    const { root, manifest } = await readHeads(tar);
    for await (const { path } of manifestEntries(tar.contents(manifest, manifest.sha256)))
      if ((await tar.next())?.path !== `${root}/${path}`) return false;
    return (await tar.next()) === undefined;
  } catch (error) {
    if (error instanceof DamagedArchiveError) return false;
    throw error;
  }
}

async function* inOrder(tar: TarReader): AsyncGenerator<PayloadFile> {
  const { root, manifest, info } = await readHeads(tar);
  let files = 0;
  let bytes = 0;
  for await (const { path, sha256 } of manifestEntries(tar.contents(manifest, manifest.sha256))) {
    const entry = await tar.next();
    if (entry?.path !== `${root}/${path}`)
      throw new DamagedArchiveError(`expected ${path} from the manifest, found ${entry?.path ?? 'the end'}`);
    files += 1;
    bytes += entry.sizeBytes;
    yield payloadFile(tar, entry, { path, sha256 });
  }
  const left = await tar.next();
  if (left !== undefined) throw new DamagedArchiveError(`${left.path} is not in a manifest`);
  const sum = info.get('Payload-Oxum');
  if (sum !== `${bytes}.${files}`)
    throw new DamagedArchiveError(
      `the payload has ${bytes} bytes in ${files} files, but ${TAG_FILES.info} says ${sum}`,
    );
}

function payloadFile(tar: TarReader, entry: StoredEntry, { path, sha256 }: ManifestEntry): PayloadFile {
  const { sizeBytes } = entry;
  const contents = () => tar.contents(entry, sha256);
  const whole = async (maxBytes: number) => {
    if (sizeBytes > maxBytes) throw new DamagedArchiveError(`${path} is larger than ${maxBytes} bytes`);
    const pieces: Buffer[] = [];
    for await (const piece of contents()) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return { path, sha256, sizeBytes, contents, whole };
}

async function readHeads(tar: TarReader): Promise<Heads> {
  const next = async (name: string, root: string, held: boolean): Promise<StoredEntry> => {
    const entry = await tar.next();
    if (entry?.path !== `${root}/${name}`)
      throw new DamagedArchiveError(`expected ${name}, found ${entry?.path ?? 'the end'}`);
    if (held && entry.sizeBytes > MAX_TAG_BYTES)
      throw new DamagedArchiveError(`${name} is larger than ${MAX_TAG_BYTES} bytes`);
    return entry;
  };
  const declaration = await tar.next();
  const root = declaration?.path.split('/', 1)[0] ?? '';
  if (declaration?.path !== `${root}/${TAG_FILES.declaration}` || declaration.sizeBytes !== BAG_DECLARATION.length)
    throw new DamagedArchiveError(`the archive does not begin with ${TAG_FILES.declaration}`);
  if ((await tar.read(declaration)).toString('utf8') !== BAG_DECLARATION)
    throw new DamagedArchiveError(`${TAG_FILES.declaration} does not declare BagIt 1.0 in UTF-8`);
  const infoEntry = await next(TAG_FILES.info, root, true);
  const manifest = await next(TAG_FILES.manifest, root, false);
  const tagManifest = await next(TAG_FILES.tagManifest, root, true);
  const hashes = new Map(
    linesOfTagFile(await tar.read(tagManifest))
      .map((line) => requireLine(line, TAG_FILES.tagManifest))
      .map(({ path, sha256 }) => [path, sha256]),
  );
  const hashOf = (name: string) => {
    const sha256 = hashes.get(name);
    if (sha256 === undefined) throw new DamagedArchiveError(`${TAG_FILES.tagManifest} does not name ${name}`);
    return sha256;
  };
  await drain(tar.contents(declaration, hashOf(TAG_FILES.declaration)));
  await drain(tar.contents(infoEntry, hashOf(TAG_FILES.info)));
  const info = parseInfo(await tar.read(infoEntry));
  return { root, manifest: { ...manifest, sha256: hashOf(TAG_FILES.manifest) }, info };
}

async function drain(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}
