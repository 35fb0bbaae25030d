import { isObject, objectsIn, textIn, type JsonObject } from './json-values.ts';
import { textOfHtml } from './plain-text.ts';
import {
  entryOf,
  referenceOf,
  type AttachedFile,
  type Name,
  type ReadEntry,
  type ReadLibrary,
  type ReferenceParts,
} from './reference.ts';
import { collectionPaths, lonePart, partsOfItem, PARTS_OF_ITEMS, type ZoteroFields } from './zotero-items.ts';

/**
 * Returns whether a JSON value has Zotero items: `{ items: […] }` of Better BibTeX, or the list that Zotero's API
 * returns.
 */
export function isZoteroJson(value: unknown): boolean {
  return itemsIn(value).some((item) => typeof item['itemType'] === 'string');
}

function itemsIn(value: unknown): JsonObject[] {
  const items = objectsIn(isObject(value) ? value['items'] : value);
  // The API returns `{ key, data: { … } }`.
  return items.map((item) => (isObject(item['data']) ? { key: item['key'], ...item['data'] } : item));
}

/** Reads the data of an item from the API. Notes, files and collections are separate objects in the API. */
export function readZoteroItem(item: JsonObject): ReadEntry {
  return entryOf(referenceOf(bareParts(item)), 1);
}

function bareParts(item: JsonObject): ReferenceParts {
  return {
    ...partsOfItem(fieldsOf(item)),
    authors: creatorsOf(item, ['author', 'artist', 'presenter', 'inventor', 'programmer', 'contributor']),
    editors: creatorsOf(item, ['editor', 'seriesEditor']),
    ...tagsOf(item),
  };
}

/** Reads Zotero's JSON. Better BibTeX's JSON contains collections. In the API's JSON, notes are separate items. */
export function readZoteroJson(value: unknown): ReadLibrary {
  const all = itemsIn(value);
  const partsByItem = Map.groupBy(all, (item) => textIn(item['parentItem']));
  const collections = new Collections(isObject(value) ? value['collections'] : undefined);
  const keys = new Set(all.map((item) => textIn(item['key'])));
  // An annotation belongs to a file, and the file belongs to an item.
  const isPart = (item: JsonObject) =>
    PARTS_OF_ITEMS.has(textIn(item['itemType'])) &&
    (item['itemType'] === 'annotation' || (textIn(item['parentItem']) !== '' && keys.has(textIn(item['parentItem']))));
  const items = all.filter((item) => !isPart(item));
  return {
    format: 'zotero-json',
    entries: items.map((item, place): ReadEntry => {
      const lone = loneOf(item);
      if (lone !== undefined) return { key: textIn(item['key']), line: place + 1, warnings: [], outcome: lone };
      const key = textIn(item['key']);
      const parts = key === '' ? [] : (partsByItem.get(key) ?? []);
      const marks = parts.flatMap((part) => partsByItem.get(textIn(part['key'])) ?? []);
      const reference = referenceOf({
        ...bareParts(item),
        notes: [...notesOf(item, parts), ...annotationsOf(item, marks)],
        files: filesOf(item, parts),
        collections: collections.of(item),
      });
      const unnamed = collections.countUnnamed(item);
      const warnings = unnamed === 0 ? [] : [`it is in ${unnamed} collections that the file does not name`];
      return entryOf(reference, place + 1, warnings);
    }),
    collections: collections.paths(),
  };
}

function loneOf(item: JsonObject): ReadEntry['outcome'] | undefined {
  if (item['itemType'] === 'note') return lonePart('note', textOfHtml(textIn(item['note'])));
  const [file] = filesOf({}, [item]);
  return file === undefined ? undefined : lonePart('file', file.path || file.title);
}

function fieldsOf(item: JsonObject): ZoteroFields {
  const texts = Object.entries(item).map(([name, value]) => [name, textIn(value)] as const);
  // Better BibTeX writes a list of lines instead of Zotero's single text.
  const { extra } = item;
  const lines = Array.isArray(extra) ? extra.map(textIn).join('\n') : textIn(extra);
  return { ...Object.fromEntries(texts.filter(([, value]) => value !== '')), extra: lines };
}

function creatorsOf(item: JsonObject, kinds: readonly string[]): Name[] {
  return objectsIn(item['creators']).flatMap((creator): Name[] => {
    if (!kinds.includes(textIn(creator['creatorType']))) return [];
    const family = textIn(creator['lastName']).trim();
    const given = textIn(creator['firstName']).trim();
    const whole = textIn(creator['name']).trim() || family;
    if (whole === '') return given === '' ? [] : [{ literal: given }];
    return [given === '' ? { literal: whole } : { family, given }];
  });
}

/** Splits the tags into keywords and the user's tags. Tags of type 1 came with the record. */
function tagsOf(item: JsonObject): { tags: string[]; keywords: string[] } {
  const { tags } = item;
  const given = Array.isArray(tags) ? tags.map((tag: unknown) => (isObject(tag) ? tag : { tag })) : [];
  const named = (isAutomatic: boolean) => [
    ...new Set(
      given
        .filter(({ type }: JsonObject) => (type === 1) === isAutomatic)
        .map(({ tag }) => textIn(tag).trim())
        .filter((tag) => tag !== ''),
    ),
  ];
  return { tags: named(false), keywords: named(true) };
}

function notesOf(item: JsonObject, parts: readonly JsonObject[]): string[] {
  const { notes } = item;
  const own = Array.isArray(notes)
    ? notes.map((note: unknown) => (isObject(note) ? textIn(note['note']) : textIn(note)))
    : [];
  const apart = parts.filter((part) => part['itemType'] === 'note').map((part) => textIn(part['note']));
  return [...own, ...apart].map(textOfHtml).filter((note) => note !== '');
}

/** Returns the user's highlights and comments in the files of an item. The API stores them as separate items. */
function annotationsOf(item: JsonObject, apart: readonly JsonObject[]): string[] {
  const within = objectsIn(item['attachments']).flatMap((file) => objectsIn(file['annotations']));
  const annotations = [...within, ...apart.filter((part) => part['itemType'] === 'annotation')];
  return annotations.flatMap((annotation) => {
    const marked = textIn(annotation['annotationText']).trim();
    const written = textOfHtml(textIn(annotation['annotationComment']));
    const page = textIn(annotation['annotationPageLabel']).trim();
    if (marked === '' && written === '') return [];
    const parts = [marked === '' ? '' : `“${marked}”`, written, page === '' ? '' : `(p. ${page})`];
    return [parts.filter((part) => part !== '').join(' ')];
  });
}

function filesOf(item: JsonObject, parts: readonly JsonObject[]): AttachedFile[] {
  const attached = [...objectsIn(item['attachments']), ...parts.filter((part) => part['itemType'] === 'attachment')];
  return attached.map((file) => ({
    path:
      [file['path'], file['localPath'], file['filename'], file['url']].map(textIn).find((path) => path !== '') ?? '',
    title: textIn(file['title']),
    type: textIn(file['mimeType']) || textIn(file['contentType']),
  }));
}

class Collections {
  readonly #paths: ReadonlyMap<string, readonly string[]>;
  readonly #holders = new Map<string, (readonly string[])[]>();

  constructor(given: unknown) {
    const entries = isObject(given)
      ? Object.entries(given)
      : objectsIn(given).map((one) => [textIn(one['key']), one] as const);
    const known = new Map(entries.flatMap(([key, one]) => (isObject(one) ? [[key, one] as const] : [])));
    const names = new Map([...known].map(([key, one]) => [key, textIn(one['name'])]));
    this.#paths = collectionPaths(names, (key) => textIn(known.get(key)?.['parent']) || undefined);
    for (const [key, one] of known) {
      const { items } = one;
      for (const item of Array.isArray(items) ? items.map(textIn) : [])
        this.#holders.set(item, [...(this.#holders.get(item) ?? []), this.#paths.get(key) ?? []]);
    }
  }

  paths(): (readonly string[])[] {
    return [...this.#paths.values()].filter((path) => path.length > 0);
  }

  /** Counts the collections of an item whose name is not known, as in API responses. */
  countUnnamed(item: JsonObject): number {
    const { collections } = item;
    return Array.isArray(collections) ? collections.filter((key) => !this.#paths.has(textIn(key))).length : 0;
  }

  of(item: JsonObject): (readonly string[])[] {
    const { collections } = item;
    const keys = Array.isArray(collections) ? collections.map(textIn) : [];
    const own = keys.map((key) => this.#paths.get(key)).filter((path) => path !== undefined);
    const held = ['itemID', 'itemKey', 'key'].flatMap((name) => this.#holders.get(textIn(item[name])) ?? []);
    return [...new Set([...held, ...own])];
  }
}
