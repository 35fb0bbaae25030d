import type { HighlightColor } from '@almagest/contracts/literature';

/** An item of Zotero's API: an entry, a note, an attachment or an annotation. */
export interface ZoteroItem {
  readonly key: string;
  readonly version: number;
  readonly type: string;
  /** The key of the item that this item belongs to. Empty for a top-level item. */
  readonly parent: string;
  /** Whether the item is in Zotero's trash. */
  readonly isTrashed: boolean;
  readonly collections: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ZoteroCollection {
  readonly key: string;
  readonly version: number;
  readonly name: string;
  readonly parent: string;
  readonly isTrashed: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads an object of the API. Returns undefined for anything else. */
export function readItem(object: Json): ZoteroItem | undefined {
  const data = dataOf(object);
  const [key, type] = [textIn(data, 'key') || textIn(object, 'key'), textIn(data, 'itemType')];
  const version = object['version'];
  if (key === '' || type === '' || !Number.isInteger(version)) return undefined;
  const { collections } = data;
  return {
    key,
    version: version as number,
    type,
    parent: textIn(data, 'parentItem'),
    isTrashed: isOn(data['deleted']),
    collections: Array.isArray(collections) ? collections.filter((one) => typeof one === 'string') : [],
    data,
  };
}

export function readCollection(object: Json): ZoteroCollection | undefined {
  const data = dataOf(object);
  const key = textIn(data, 'key') || textIn(object, 'key');
  const version = object['version'];
  if (key === '' || !Number.isInteger(version)) return undefined;
  const name = textIn(data, 'name').replaceAll(/\s+/g, ' ').trim();
  return {
    key,
    version: version as number,
    name: name === '' ? key : name,
    parent: textIn(data, 'parentCollection'),
    isTrashed: isOn(data['deleted']),
  };
}

/** Sorts collections so that each collection comes after its parent. Drops collections in a cycle. */
export function parentsFirst<T extends { readonly key: string; readonly parent: string }>(all: readonly T[]): T[] {
  const waiting = Map.groupBy(all, ({ parent }) => parent);
  const keys = new Set(all.map(({ key }) => key));
  const sorted = all.filter(({ parent }) => !keys.has(parent));
  for (const one of sorted) for (const inner of waiting.get(one.key) ?? []) sorted.push(inner);
  return sorted;
}

/** The message for a note or a file without an imported entry. */
export const WITHOUT_ENTRY = 'its entry is not in the library, so it was not imported';

/** The highlight of an annotation in a PDF. `selected` is empty for a comment without marked text. */
export interface Highlight {
  readonly selected: string;
  readonly text: string;
  readonly colour: HighlightColor;
}

/** Maps Zotero's colours to the nearest colours of highlights. */
const COLOURS: Readonly<Record<string, HighlightColor>> = {
  '#ffd400': 'yellow',
  '#f19837': 'yellow',
  '#aaaaaa': 'yellow',
  '#5fb236': 'green',
  '#2ea8e5': 'blue',
  '#a28ae5': 'blue',
  '#ff6666': 'pink',
  '#e56eee': 'pink',
};

/**
 * Reads an annotation. Returns undefined for annotations without marked text and comment, such as drawings and
 * pictures.
 */
export function readHighlight({ data }: ZoteroItem, comment: string): Highlight | undefined {
  const selected = textIn(data, 'annotationText').replaceAll(/\s+/g, ' ').trim();
  const page = textIn(data, 'annotationPageLabel').trim();
  if (selected === '' && comment === '') return undefined;
  const text = [comment, page === '' ? '' : `(p. ${page})`].filter((part) => part !== '').join(' ');
  return { selected, text, colour: COLOURS[textIn(data, 'annotationColor').toLowerCase()] ?? 'yellow' };
}

/** Returns why the file of an attachment cannot be imported. Returns undefined if it can be imported. */
export function fileFault({ data }: ZoteroItem): string | undefined {
  const mode = textIn(data, 'linkMode');
  if (mode === 'linked_url') return 'links to web pages are not imported';
  if (mode === 'linked_file') return 'the file is only on the computer that added it, not in Zotero';
  const type = textIn(data, 'contentType');
  if (type !== 'application/pdf') return `the file is not a PDF (${type.slice(0, 80) || 'unknown type'})`;
  return undefined;
}

export function textIn(data: Json, name: string): string {
  const { [name]: value } = data;
  return typeof value === 'string' ? value : '';
}

function dataOf({ data }: Json): Json {
  return typeof data === 'object' && data !== null ? (data as Json) : {};
}

const isOn = (value: unknown): boolean => value === true || value === 1;
