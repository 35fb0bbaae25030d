import { withEntities } from './plain-text.ts';
import { isOthers, nameText, type Name, type Reference } from './reference.ts';
import { catalogAddress, preprintAddress } from './identifiers.ts';
import { HAS_GENRE, HAS_NUMBER, RIS_TYPES } from './read-ris.ts';
import { oneLine, RIS_SYNTAX } from './tagged-lines.ts';

type Line = readonly [tag: string, value: string];

/** Writes references as RIS, with the tags that Zotero, EndNote and Mendeley read. */
export function writeRis(references: readonly Reference[]): string {
  return references.map(recordOf).join('\r\n');
}

function recordOf(reference: Reference): string {
  const { type, pages, date, extra } = reference;
  const lines = [...describing(reference), ...identifying(reference), ...personal(reference)];
  const written = new Set([...lines.map(([tag]) => tag), 'TY', 'ER', 'SP', 'EP', 'PY', 'DA']);
  const kept = Object.entries(extra).flatMap(([name, value]): Line[] => {
    const tag = /^ris:([A-Z][A-Z\d])$/.exec(name)?.[1];
    // A record may have several addresses.
    return tag === undefined || (written.has(tag) && tag !== 'UR')
      ? []
      : value.split('\n').map((line): Line => [tag, line]);
  });
  const range = /^(\d+)-(\d+)$/.exec(pages);
  const own = extra['ris:TY'];
  const all: Line[] = [
    ['TY', own ?? RIS_TYPES.find(([, one]) => one === type)?.[0] ?? 'GEN'],
    ...lines,
    ['PY', date.slice(0, 4)],
    ['DA', date.length > 4 ? `${date.replaceAll('-', '/')}${'/'.repeat(date.length > 7 ? 1 : 2)}` : ''],
    ...(range === null ? [['SP', pages] as const] : [['SP', range[1] ?? ''] as const, ['EP', range[2] ?? ''] as const]),
    ...kept,
  ];
  const text = all.flatMap(([tag, value]) => {
    const written = tag === 'N1' ? linesOf(value) : oneLine(value);
    return written === '' ? [] : [`${tag}  - ${written}`];
  });
  return [...text, 'ER  - ', ''].join('\r\n');
}

function describing(reference: Reference): Line[] {
  return [
    ['ID', reference.key],
    ['TI', withEntities(reference.title)],
    ...reference.authors.filter((name) => !isOthers(name)).map((name): Line => ['AU', risName(name)]),
    ...reference.editors.filter((name) => !isOthers(name)).map((name): Line => ['ED', risName(name)]),
    ['T2', withEntities(reference.container)],
    ['T3', reference.series],
    ['PB', reference.publisher],
    ['CY', reference.place],
    ['VL', reference.volume],
    ['IS', reference.issue || (HAS_NUMBER.has(reference.type) ? '' : reference.number)],
    ['M1', HAS_NUMBER.has(reference.type) ? reference.number : ''],
    ['M3', HAS_GENRE.has(reference.type) ? reference.genre : ''],
    ['ET', reference.edition],
    ['LA', reference.language],
    ['AB', withEntities(reference.abstract)],
  ];
}

/** Doubles the comma in a group's name, as EndNote requires. */
function risName(name: Name): string {
  return 'literal' in name ? name.literal.replace(/^([^,]+),(?= ?[^,\s])/, '$1,,') : nameText(name);
}

function identifying({ doi, isbn, issn, url, bibcode, preprintId }: Reference): Line[] {
  const catalog = bibcode === '' ? '' : catalogAddress(bibcode);
  const preprint = preprintId === '' ? '' : preprintAddress(preprintId);
  return [
    ['DO', doi],
    ...[isbn, issn].flatMap((numbers) => numbers.split(/[\s,;]+/)).map((number): Line => ['SN', number]),
    ...[...new Set([url, catalog, preprint])].map((address): Line => ['UR', address]),
  ];
}

function personal({ keywords, tags, remark, notes, files }: Reference): Line[] {
  return [
    ...[...new Set([...keywords, ...tags])].map((word): Line => ['KW', word]),
    // RIS has only one tag for the remark and the user's notes.
    ...[remark, ...notes].map((note): Line => ['N1', withEntities(note)]),
    ...files.map(({ path }): Line => ['L1', path]),
  ];
}

/**
 * Returns the lines of a note. Lines without a tag continue a note. A line that looks like a tag is joined to the
 * previous line.
 */
function linesOf(note: string): string {
  let text = '';
  for (const line of note.split('\n').map(oneLine)) {
    const isTagged = RIS_SYNTAX.tagged.test(line);
    text += text === '' ? line : `${isTagged ? ' ' : '\r\n'}${line}`;
  }
  return text.trim();
}
