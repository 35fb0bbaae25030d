import { createHash } from 'node:crypto';
import { archiveSize, entrySize, manifestLine, type TarEntry } from '@almagest/bagit-archive';
import type { SpectrumSource } from '../../files/archive/fits-spectrum.ts';
import type { FitsTable } from '../../files/archive/fits-table.ts';
import type { Spool, SpoolFile, SpooledContent } from '../../files/archive/spool.ts';

/** A file in an archive: its entry, its hash, and the location of its content. */
export interface ListedFile extends TarEntry {
  readonly sha256: string;
  /** A spool file, a file on disk, or a FITS file that is made from a text file. */
  readonly from:
    | { readonly spool: string }
    | { readonly file: string }
    | { readonly spectrum: SpectrumSource; readonly table: FitsTable };
}

/** Writes the list of payload files, in order, to a file in the spool. */
export class EntryList {
  readonly name: string;
  readonly #file: SpoolFile;
  files = 0;
  bytes = 0;

  constructor(spool: Spool, name: string) {
    this.name = name;
    this.#file = spool.begin(name);
  }

  add(file: ListedFile): void {
    this.#file.write(`${JSON.stringify(file)}\n`);
    this.files += 1;
    this.bytes += file.sizeBytes;
  }

  finish(): void {
    this.#file.finish();
  }
}

export async function writeManifest(spool: Spool, name: string, lists: readonly string[]): Promise<SpooledContent> {
  const manifest = spool.begin(name);
  for await (const { sha256, path } of listed(spool, lists)) manifest.write(manifestLine(sha256, path));
  return manifest.finish();
}

/** The whole archive: the list of its files, its size, and a hash of everything that determines its bytes. */
export interface Inventory {
  readonly name: string;
  readonly sizeBytes: number;
  readonly digest: string;
}

/** Joins the lists into the archive's inventory. All paths in it begin with the folder `root`. */
export async function writeInventory(
  spool: Spool,
  root: string,
  heads: readonly ListedFile[],
  lists: readonly string[],
): Promise<Inventory> {
  const name = 'inventory';
  const inventory = spool.begin(name);
  const digest = createHash('sha256');
  let entries = 0;
  const add = (file: ListedFile) => {
    const entry = { ...file, path: `${root}/${file.path}` };
    const { path, sizeBytes, mtimeSec, sha256 } = entry;
    digest.update(JSON.stringify([path, sizeBytes, mtimeSec, sha256]));
    inventory.write(`${JSON.stringify(entry)}\n`);
    entries += entrySize(entry);
  };
  for (const head of heads) add(head);
  for await (const file of listed(spool, lists)) add(file);
  inventory.finish();
  return { name, sizeBytes: archiveSize(entries), digest: digest.digest('hex') };
}

async function* listed(spool: Spool, lists: readonly string[]): AsyncGenerator<ListedFile> {
  for (const list of lists) for await (const line of spool.lines(list)) yield JSON.parse(line) as ListedFile;
}
