import { BAG_DECLARATION, isSafePath, parseManifestLine, TAG_FILES, type ManifestEntry } from './bag-format.ts';
import { DamagedArchive } from './damaged-archive.ts';
import { TarReader, type StoredEntry } from './tar-reader.ts';

/** Longest tag file that is held as a whole. The manifest is read line by line. */
const MAX_TAG_BYTES = 64 * 1024;
const MAX_LINE = 16 * 1024;

/** A file of the bag's payload. */
export interface PayloadFile {
  /** Relative to the bag: `data/…`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The content. Reading it to the end fails if it does not have this SHA-256. */
  readonly contents: () => AsyncGenerator<Buffer>;
  /** The whole content; refused before it is read if it is larger than `maxBytes`. */
  readonly whole: (maxBytes: number) => Promise<Buffer>;
}

interface Heads {
  readonly manifest: StoredEntry & { readonly sha256: string };
  readonly info: ReadonlyMap<string, string>;
}

/**
 * A bag in an archive on the disk, as an export writes it: one folder, the tag files first, then the files of the
 * payload in the order of the manifest. Memory stays the same however many there are.
 *
 * Any other order is refused, with it a file that is missing, that comes twice or that no manifest names.
 */
export class BagReader {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads everything and compares every hash. Throws `DamagedArchive` at the first difference. `onFile` is called before
   * a file is read, with the bytes of those before it.
   */
  async verify(onFile: (file: PayloadFile, doneBytes: number) => void = () => undefined): Promise<void> {
    let done = 0;
    for await (const file of this.payload()) {
      onFile(file, done);
      await drain(file.contents());
      done += file.sizeBytes;
    }
  }

  /** The files of the payload in their order. A content may be read while its file is the current one. */
  async *payload(): AsyncGenerator<PayloadFile> {
    const root = await rootOf(this.#path);
    const tar = await TarReader.open(this.#path);
    try {
      const { manifest, info } = await readHeads(tar, root);
      let files = 0;
      let bytes = 0;
      for await (const { path, sha256 } of linesOf(tar, manifest)) {
        const entry = await tar.next();
        if (entry?.path !== `${root}/${path}`)
          throw new DamagedArchive(`expected ${path} of the manifest, found ${entry?.path ?? 'the end'}`);
        files += 1;
        bytes += entry.sizeBytes;
        yield payloadFile(tar, entry, { path, sha256 });
      }
      const left = await tar.next();
      if (left !== undefined) throw new DamagedArchive(`${left.path} is in no manifest`);
      const sum = info.get('Payload-Oxum');
      if (sum !== `${bytes}.${files}`)
        throw new DamagedArchive(`the payload has ${bytes} bytes in ${files} files, ${TAG_FILES.info} says ${sum}`);
    } finally {
      await tar.close();
    }
  }
}

function payloadFile(tar: TarReader, entry: StoredEntry, { path, sha256 }: ManifestEntry): PayloadFile {
  const { sizeBytes } = entry;
  const contents = () => tar.contents(entry, sha256);
  const whole = async (maxBytes: number) => {
    if (sizeBytes > maxBytes) throw new DamagedArchive(`${path} is larger than ${maxBytes} bytes`);
    const pieces: Buffer[] = [];
    for await (const piece of contents()) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return { path, sha256, sizeBytes, contents, whole };
}

/** The one folder that the archive unpacks to. */
async function rootOf(path: string): Promise<string> {
  const tar = await TarReader.open(path);
  try {
    const first = await tar.next();
    const [root = '', name] = first?.path.split('/') ?? [];
    if (name !== TAG_FILES.declaration || first?.path !== `${root}/${name}`)
      throw new DamagedArchive(`the archive does not begin with ${TAG_FILES.declaration} in one folder; is it a bag?`);
    return root;
  } finally {
    await tar.close();
  }
}

async function readHeads(tar: TarReader, root: string): Promise<Heads> {
  const next = async (name: string, held: boolean): Promise<StoredEntry> => {
    const entry = await tar.next();
    if (entry?.path !== `${root}/${name}`)
      throw new DamagedArchive(`expected ${name}, found ${entry?.path ?? 'the end'}`);
    if (held && entry.sizeBytes > MAX_TAG_BYTES)
      throw new DamagedArchive(`${name} is larger than ${MAX_TAG_BYTES} bytes`);
    return entry;
  };
  const declaration = await next(TAG_FILES.declaration, true);
  if ((await tar.read(declaration)).toString('utf8') !== BAG_DECLARATION)
    throw new DamagedArchive(`${TAG_FILES.declaration} does not declare BagIt 1.0 in UTF-8`);
  const infoEntry = await next(TAG_FILES.info, true);
  const manifest = await next(TAG_FILES.manifest, false);
  const tagManifest = await next(TAG_FILES.tagManifest, true);
  const hashes = new Map(
    (await tar.read(tagManifest))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => requireLine(line, TAG_FILES.tagManifest))
      .map(({ path, sha256 }) => [path, sha256]),
  );
  const hashOf = (name: string) => {
    const sha256 = hashes.get(name);
    if (sha256 === undefined) throw new DamagedArchive(`${TAG_FILES.tagManifest} does not name ${name}`);
    return sha256;
  };
  await drain(tar.contents(declaration, hashOf(TAG_FILES.declaration)));
  await drain(tar.contents(infoEntry, hashOf(TAG_FILES.info)));
  const info = parseInfo((await tar.read(infoEntry)).toString('utf8'));
  return { manifest: { ...manifest, sha256: hashOf(TAG_FILES.manifest) }, info };
}

/** The entries of the manifest. Its own hash is compared at its end, before the payload counts as complete. */
async function* linesOf(tar: TarReader, manifest: Heads['manifest']): AsyncGenerator<ManifestEntry> {
  let rest = '';
  const decoder = new TextDecoder('utf-8');
  for await (const piece of tar.contents(manifest, manifest.sha256)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new DamagedArchive(`a line of ${TAG_FILES.manifest} is too long`);
    for (const line of lines) yield requirePayload(line);
  }
  if (rest !== '') throw new DamagedArchive(`${TAG_FILES.manifest} ends within a line`);
}

function requirePayload(line: string): ManifestEntry {
  const entry = requireLine(line, TAG_FILES.manifest);
  if (!entry.path.startsWith('data/') || !isSafePath(entry.path))
    throw new DamagedArchive(`${TAG_FILES.manifest} names ${JSON.stringify(entry.path)}, which is no path in data/`);
  return entry;
}

function requireLine(line: string, file: string): ManifestEntry {
  const entry = parseManifestLine(line);
  if (entry === undefined) throw new DamagedArchive(`${file} has the line ${JSON.stringify(line.slice(0, 200))}`);
  return entry;
}

function parseInfo(text: string): Map<string, string> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const colon = line.indexOf(': ');
      return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 2)]];
    }),
  );
}

async function drain(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}
