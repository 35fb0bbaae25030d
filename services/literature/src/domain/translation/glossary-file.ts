/** A term of the language of papers, and what it is to be called in a translation. */
export interface GlossaryEntry {
  readonly term: string;
  readonly translation: string;
}

/** What is wrong with a glossary, with the number of its line. */
export class GlossaryFault extends Error {}

interface Line {
  readonly number: number;
  readonly fields: readonly string[];
}

/**
 * Reads a glossary: `term,translation` with the quoting of RFC 4180; empty lines and lines that begin with # are passed
 * over, and so is a first line that names the columns. Of a term that is there twice the last line counts.
 */
export function parseGlossary(csv: string): GlossaryEntry[] {
  const lines = readCsv(csv.replace(/^\uFEFF/, ''));
  const [first] = lines;
  const isHead =
    first !== undefined && first.fields.map((field) => field.trim().toLowerCase()).join() === 'term,translation';
  const entries = new Map<string, GlossaryEntry>();
  for (const { number, fields } of isHead ? lines.slice(1) : lines) {
    const [term = '', translation = ''] = fields.map((field) => field.trim());
    if (fields.length !== 2)
      throw new GlossaryFault(`line ${number} has ${fields.length} columns, not term,translation`);
    if (!/[\p{L}\p{N}]/u.test(term)) throw new GlossaryFault(`line ${number} has no term`);
    if (translation === '') throw new GlossaryFault(`line ${number} has no translation for '${term}'`);
    // The newer one takes the place of the older in the order, too.
    entries.delete(term);
    entries.set(term, { term, translation });
  }
  return [...entries.values()];
}

const FIELD = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;

function readCsv(csv: string): Line[] {
  const lines: Line[] = [];
  let at = 0;
  for (let number = 1; at < csv.length; ) {
    const end = csv.indexOf('\n', at);
    const line = csv.slice(at, end < 0 ? undefined : end);
    if (line.trim() === '' || line.startsWith('#')) {
      at += line.length + 1;
      number += 1;
      continue;
    }
    const { fields, next } = readLine(csv, at, number);
    lines.push({ number, fields });
    number += csv.slice(at, next).split('\n').length - 1;
    at = next;
  }
  return lines;
}

function readLine(csv: string, from: number, number: number): { fields: string[]; next: number } {
  const fields: string[] = [];
  let at = from;
  for (;;) {
    FIELD.lastIndex = at;
    const [whole = '', quoted, plain = ''] = FIELD.exec(csv) ?? [];
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
    const end = /\r?\n|$/y;
    end.lastIndex = at;
    const lineEnd = end.exec(csv)?.[0];
    if (csv[at] === ',') at += 1;
    else if (lineEnd !== undefined) return { fields, next: at + Math.max(1, lineEnd.length) };
    else throw new GlossaryFault(`line ${number} has a quote that does not enclose its field`);
  }
}
