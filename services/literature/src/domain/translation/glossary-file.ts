import { CsvError, parse } from 'csv-parse/sync';

/** A term in the language of papers, with its translation. */
export interface GlossaryEntry {
  readonly term: string;
  readonly translation: string;
}

/** A fault in a glossary. The message contains the line number. */
export class GlossaryError extends Error {}

interface Line {
  readonly number: number;
  readonly fields: readonly string[];
}

/**
 * Parses a glossary. The lines have the form `term,translation`, with the quoting of RFC 4180. Skips empty lines, lines
 * that begin with #, and a header line. If a term occurs twice, the last line wins.
 *
 * @throws {GlossaryError}
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
      throw new GlossaryError(`line ${number} has ${fields.length} columns instead of term,translation`);
    if (!/[\p{L}\p{N}]/u.test(term)) throw new GlossaryError(`line ${number} has no term`);
    if (translation === '') throw new GlossaryError(`line ${number} has no translation for '${term}'`);
    // Delete the older entry first, so that the newer entry moves to the end.
    entries.delete(term);
    entries.set(term, { term, translation });
  }
  return [...entries.values()];
}

const QUOTE = '"'.charCodeAt(0);

/** Matches comments and empty lines, which csv-parse skips. */
const SKIPPED = /^(?:(?:#[^\n]*|\r)?\n)*/;

function readCsv(csv: string): Line[] {
  const bytes = Buffer.from(csv);
  const lines: Line[] = [];
  /** The end of the last record, in bytes, and the number of the line after this record. */
  let end = 0;
  let next = 1;
  // Counts lines here, because csv-parse reports the last line of a record. For an unclosed record it reports the last
  // line of the file.
  const locate = (text: string) => {
    const skipped = SKIPPED.exec(text)?.[0] ?? '';
    return { number: next + countLines(skipped), record: text.slice(skipped.length) };
  };
  const quoteFault = () =>
    new GlossaryError(`line ${locate(bytes.toString('utf8', end)).number} has a quote that does not enclose its field`);
  try {
    parse(bytes, {
      comment: '#',
      comment_no_infix: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      cast: (field, context) => {
        // If the text after a closing quote begins with #, csv-parse reads it as part of the field.
        if (context.quoting && bytes[context.bytes - 1] !== QUOTE) throw quoteFault();
        return field;
      },
      on_record: (fields: string[], info) => {
        const text = bytes.toString('utf8', end, info.bytes);
        const { number, record } = locate(text);
        if (record.trim() !== '') lines.push({ number, fields });
        next += countLines(text);
        end = info.bytes;
      },
    });
  } catch (error) {
    throw error instanceof CsvError ? quoteFault() : error;
  }
  return lines;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
