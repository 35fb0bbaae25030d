import { MAX_FORM_TEXT_BYTES } from '@almagest/contracts';
import type { TaskReport } from '@almagest/contracts/grid';

/** The coordinator also counts the headers of the form's parts. */
const MAX_REPORT_BYTES = MAX_FORM_TEXT_BYTES - 16_384;

/** The coordinator keeps this many characters of an error message and of a program's name. */
const MAX_MESSAGE = 4000;
const MAX_WORD = 200;

/**
 * Shortens a report to the size that the coordinator accepts. The message and the record say what was shortened. A model must
 * not be lost because its engine wrote too much text.
 */
export function shortened(report: TaskReport): TaskReport {
  const { error_message: message, engine_name: name, engine_version: version } = report;
  const brief: TaskReport = {
    ...report,
    ...(message ? { error_message: shortenedText(message, MAX_MESSAGE) } : {}),
    ...(name ? { engine_name: name.slice(0, MAX_WORD) } : {}),
    ...(version ? { engine_version: version.slice(0, MAX_WORD) } : {}),
  };
  const budget = MAX_REPORT_BYTES - bytesOf({ ...brief, summary_json: null });
  if (typeof brief.summary_json !== 'string' || bytesOf(brief.summary_json) <= budget) return brief;
  return { ...brief, summary_json: shortenedRecord(brief.summary_json, budget) };
}

/** Shortens a text. Replaces its middle with a note that says how long the text was. */
export function shortenedText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const note = `\n... (shortened from ${text.length} characters) ...\n`;
  const half = Math.floor((longest - note.length) / 2);
  return (text.slice(0, half) + note + text.slice(-half)).toWellFormed();
}

/** Deeper values exceed the limits of JSON writers and of the database. */
const MOST_LEVELS = 100;

/** Replaces deeply nested values of a record with null and lists their keys under `shortened`. */
export function withoutDeepValues(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const deep = Object.keys(record).filter((key) => !fitsIn(MOST_LEVELS, record[key]));
  if (deep.length === 0) return record;
  const notes = deep
    .slice(0, MOST_NOTES)
    .map((key) => `${key.slice(0, MAX_WORD)} was nested deeper than ${MOST_LEVELS} levels`);
  return { ...record, ...Object.fromEntries(deep.map((key) => [key, null])), shortened: notes };
}

function fitsIn(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => fitsIn(levels - 1, one));
}

/** Empties the largest values of a record until its JSON text fits, and lists their keys under `shortened`. */
function shortenedRecord(text: string, budget: number): string {
  const record = JSON.parse(text) as Record<string, unknown>;
  const sizes = Object.entries(record).map(([key, value]) => ({ key, value, bytes: bytesOf(JSON.stringify(value)) }));
  const notes: string[] = [];
  let over = bytesOf(text) - budget;
  for (const { key, value, bytes } of sizes.sort((one, other) => other.bytes - one.bytes)) {
    if (over <= -RESERVE || bytes <= SMALL) break;
    record[key] = emptied(value);
    over -= bytes - bytesOf(JSON.stringify(record[key]));
    if (notes.length < MOST_NOTES) notes.push(`${key.slice(0, MAX_WORD)} had ${bytesOf(value)} bytes`);
  }
  const fitting = JSON.stringify({ ...record, shortened: notes });
  if (bytesOf(fitting) <= budget) return fitting;
  return JSON.stringify({ converged: record['converged'], shortened: [`the record had ${bytesOf(text)} bytes`] });
}

const MOST_NOTES = 20;
/** Space for the notes under `shortened`. */
const RESERVE = 16_384;
/** Emptying a smaller value would save too little space. */
const SMALL = 256;

function emptied(value: unknown): unknown {
  if (typeof value === 'string') return shortenedText(value, SMALL);
  return Array.isArray(value) ? [] : null;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
