import { readGroups, type Groups } from './bibtex-groups.ts';
import { BibtexFields } from './bibtex-fields.ts';
import { partsOf } from './bibtex-parts.ts';
import { BibtexReader, type RawEntry, type RawPiece } from './bibtex-syntax.ts';
import { fromTex } from './from-tex.ts';
import { journalOf } from './tex-commands.ts';
import { referenceOf, type ReadEntry, type ReadLibrary } from './reference.ts';

/** Names of months. Every style defines them. */
const MONTH_NAMES: ReadonlySet<string> = new Set('jan feb mar apr may jun jul aug sep oct nov dec'.split(' '));

/** Maximum length of a value with joined strings. Nested strings may double the length at each level. */
const MAX_VALUE_CHARS = 1_000_000;
/** Maximum length of a `crossref` chain. */
const MAX_PARENTS = 8;
const MAX_SHOWN = 100;

interface Evaluated {
  readonly entry: RawEntry;
  readonly values: Map<string, string>;
  readonly warnings: string[];
}

/**
 * Reads a BibTeX or biblatex file. Reads as much as possible of damaged entries, and refuses only unreadable entries.
 */
export function readBibtex(text: string): ReadLibrary {
  const strings = new Map<string, string>();
  const read: (Evaluated | ReadEntry)[] = [];
  const groups: Groups[] = [];
  for (const object of new BibtexReader(text).objects()) {
    if (object.kind === 'string') strings.set(object.name, evaluate(object.value, strings, []));
    else if (object.kind === 'comment') groups.push(readGroups(object.text));
    else if (object.kind === 'fault')
      read.push({ key: object.key, line: object.line, warnings: [], outcome: { fault: object.fault } });
    else read.push(evaluated(object, strings));
  }
  const byKey = new Map<string, Evaluated>();
  for (const one of read) {
    if (!('entry' in one) || one.entry.key === '') continue;
    if (byKey.has(one.entry.key.toLowerCase()))
      one.warnings.push(`an earlier entry has the same key ${shown(one.entry.key)}`);
    else byKey.set(one.entry.key.toLowerCase(), one);
  }
  const isInGroup = membership(groups);
  return {
    format: 'bibtex',
    entries: read.map((one) => ('entry' in one ? entryOf(one, byKey, isInGroup) : one)),
    collections: groups.flatMap(({ paths }) => paths),
  };
}

/** Shortens a key for use in messages. */
function shown(key: string): string {
  return key.length > MAX_SHOWN ? `${key.slice(0, MAX_SHOWN)}…` : key;
}

function evaluated(entry: RawEntry, strings: ReadonlyMap<string, string>): Evaluated {
  const warnings = [...entry.warnings];
  const values = new Map([...entry.fields].map(([name, value]) => [name, evaluate(value, strings, warnings)]));
  return { entry, values, warnings };
}

/** Evaluates a value: replaces names of strings and joins the pieces. */
function evaluate(pieces: readonly RawPiece[], strings: ReadonlyMap<string, string>, warnings: string[]): string {
  let text = '';
  for (const piece of pieces) {
    const name = piece.text.toLowerCase();
    const value =
      piece.kind === 'text' ? piece.text : (strings.get(name) ?? (MONTH_NAMES.has(name) ? name : journalOf(name)));
    if (value === undefined) warnings.push(`the string ${piece.text} is not defined, so its name was kept`);
    text += value ?? piece.text;
    if (text.length > MAX_VALUE_CHARS) {
      warnings.push(`a value is longer than ${MAX_VALUE_CHARS} characters and was cut`);
      return text.slice(0, MAX_VALUE_CHARS);
    }
  }
  return text;
}

type Membership = (key: string, values: ReadonlyMap<string, string>) => readonly (readonly string[])[];

function membership(groups: readonly Groups[]): Membership {
  const byName = Map.groupBy(
    groups.flatMap(({ paths }) => paths),
    (path) => path.at(-1) ?? '',
  );
  const byMember = new Map<string, (readonly string[])[]>();
  for (const [path, keys] of groups.flatMap(({ membersOf }) => [...membersOf]))
    for (const key of keys) {
      const paths = byMember.get(key);
      if (paths === undefined) byMember.set(key, [path]);
      else paths.push(path);
    }
  return (key, values) => {
    const named = (values.get('groups') ?? '')
      .split(/(?<!\\),/)
      .map((name) => name.replaceAll(/\\(?=[,\\])/g, '').trim());
    // Mendeley's folders, each with the names of its parent folders.
    const folders = (values.get('mendeley-groups') ?? '').split(',').map((path) => path.split('/').map(fromTex));
    return [
      ...(byMember.get(key) ?? []),
      ...folders.map((path) => path.filter((name) => name !== '')).filter(({ length }) => length > 0),
      ...named.flatMap((name) => byName.get(name) ?? (name === '' ? [] : [[name]])),
    ];
  };
}

function entryOf(one: Evaluated, byKey: ReadonlyMap<string, Evaluated>, isInGroup: Membership): ReadEntry {
  const { entry, warnings } = one;
  const values = inherit(one, byKey);
  const reference = referenceOf({
    ...partsOf(entry.type, entry.key, new BibtexFields(values)),
    collections: isInGroup(entry.key, one.values),
  });
  const { key, line } = entry;
  const { title, doi, preprintId, bibcode } = reference;
  // biblatex entries that are not papers: entries that provide fields for other entries, and sets that are cited as one
  // entry.
  if (entry.type === 'xdata' || entry.type === 'set')
    return { key, line, warnings, outcome: { fault: `@${entry.type} is not a paper` } };
  if (reference.extra['bibtex:doi'] !== undefined)
    warnings.push(`${shown(reference.extra['bibtex:doi'])} is not a DOI and was kept as text`);
  if ([title, doi, preprintId, bibcode].every((text) => text === ''))
    return { key, line, warnings, outcome: { fault: 'it has no title, DOI or other identifier' } };
  return { key, line, warnings, outcome: { reference } };
}

/** Fields of a containing work that the parts of the work don't inherit. */
const OWN = new Set('title crossref pages doi url file abstract keywords note annote chapter author eprint'.split(' '));

/** Adds the fields of the entries that biblatex's `xdata` names. */
function takeShared(one: Evaluated, byKey: ReadonlyMap<string, Evaluated>, values: Map<string, string>): void {
  const names = (one.values.get('xdata') ?? '').split(',').map((text) => text.trim());
  for (const name of names.filter((text) => text !== '')) {
    const shared = byKey.get(name.toLowerCase());
    if (shared === undefined) one.warnings.push(`xdata: no entry has the key ${shown(name)}`);
    for (const [field, value] of shared?.values ?? []) if (!values.has(field)) values.set(field, value);
  }
}

/**
 * Returns the values of an entry, including values inherited through `crossref`. A book's title becomes the part's
 * `booktitle`.
 */
function inherit(one: Evaluated, byKey: ReadonlyMap<string, Evaluated>): Map<string, string> {
  const values = new Map(one.values);
  takeShared(one, byKey, values);
  const passed = new Set<Evaluated>([one]);
  for (let child = one; passed.size <= MAX_PARENTS;) {
    const name = child.values.get('crossref')?.trim() ?? '';
    if (name === '') break;
    const parent = byKey.get(name.toLowerCase());
    if (parent === undefined) one.warnings.push(`crossref: no entry has the key ${shown(name)}`);
    if (parent === undefined || passed.has(parent)) break;
    for (const [field, value] of parent.values) if (!OWN.has(field) && !values.has(field)) values.set(field, value);
    const title = parent.values.get('title');
    if (title !== undefined && !values.has('booktitle') && !values.has('journal')) values.set('booktitle', title);
    passed.add(parent);
    child = parent;
  }
  return values;
}
