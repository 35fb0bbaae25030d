import { createHash } from 'node:crypto';

export type ZoteroData = Readonly<Record<string, unknown>>;
export type ZoteroKind = 'collections' | 'items';

interface Stored {
  readonly version: number;
  readonly data: ZoteroData;
}

/** The person of a key and what the key opens. */
export interface ZoteroAccess {
  readonly userId: number;
  readonly userName: string;
  /** As in `users/1` and `groups/2`. */
  readonly libraries: readonly string[];
  /** Whether the key may read files. */
  readonly files: boolean;
}

/** A library with versions: each change of an object gives the library and the object the next version. */
export class ZoteroLibrary {
  readonly name: string;
  version = 0;
  readonly objects = { collections: new Map<string, Stored>(), items: new Map<string, Stored>() };
  readonly removed: { readonly version: number; readonly kind: ZoteroKind; readonly key: string }[] = [];
  readonly files = new Map<string, Uint8Array>();
  #count = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Adds an object, or changes the given fields of an existing object. Returns the object's key. */
  put(kind: ZoteroKind, data: ZoteroData): string {
    const { key = this.#newKey() } = data;
    this.version += 1;
    const before = this.objects[kind].get(key as string)?.data;
    this.objects[kind].set(key as string, { version: this.version, data: { ...before, ...data, key } });
    return key as string;
  }

  /** Adds a PDF to an item. Returns the key of the attachment. */
  attach(parentItem: string, filename: string, content: Uint8Array, more: ZoteroData = {}): string {
    const key = this.put('items', {
      itemType: 'attachment',
      parentItem,
      linkMode: 'imported_file',
      title: filename,
      filename,
      contentType: 'application/pdf',
      md5: createHash('md5').update(content).digest('hex'),
      ...more,
    });
    this.files.set(key, content);
    return key;
  }

  /** Deletes an object permanently. */
  remove(kind: ZoteroKind, key: string): void {
    this.version += 1;
    this.objects[kind].delete(key);
    this.removed.push({ version: this.version, kind, key });
  }

  #newKey(): string {
    this.#count += 1;
    // Zotero's keys have no 0 and 1.
    return this.#count.toString(8).padStart(8, '0').replaceAll('0', 'Z').replaceAll('1', 'Y');
  }
}

/** All libraries and keys of the stand-in for Zotero. */
export class ZoteroStore {
  readonly libraries = new Map<string, ZoteroLibrary>();
  readonly access = new Map<string, ZoteroAccess>();
  #backoffs: number[] = [];

  /** Opens a library, such as `users/1`, and creates it if necessary. */
  library(path: string, name = path): ZoteroLibrary {
    const library = this.libraries.get(path) ?? new ZoteroLibrary(name);
    this.libraries.set(path, library);
    return library;
  }

  /** Adds the header `Backoff` to the next answers. Each number of seconds is for one answer. */
  setBackoff(...seconds: readonly number[]): void {
    this.#backoffs = [...seconds];
  }

  takeBackoff(): number | undefined {
    return this.#backoffs.shift();
  }
}
