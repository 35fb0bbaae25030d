import { closeSync, openSync, readSync, fstatSync, writeSync, createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { errorCode, fileFailure } from '../errors.ts';

/** The size and modification time of a file when it was sent. A file that changes is sent again. */
export interface Stamp {
  readonly file: string;
  readonly size: number;
  readonly mtime_ms: number;
}

export interface JournalEntry {
  readonly url: string;
  readonly workflow: string;
  readonly point: string;
  readonly summary: Stamp;
  readonly seed: Stamp | null;
}

type SentResult = Pick<JournalEntry, 'point' | 'summary' | 'seed'>;

/**
 * The destination of results. A result that one coordinator accepted for one workflow may still be new to another
 * coordinator or workflow.
 */
export type Destination = Pick<JournalEntry, 'url' | 'workflow'>;

/**
 * Parses one line of the journal. Returns undefined for a line that is incomplete after a crash, or that another
 * program wrote.
 */
export function parseEntry(line: string): JournalEntry | undefined {
  try {
    const entry = JSON.parse(line) as Partial<JournalEntry>;
    const isWhole =
      typeof entry.url === 'string' &&
      typeof entry.workflow === 'string' &&
      typeof entry.point === 'string' &&
      isStamp(entry.summary) &&
      (entry.seed === null || isStamp(entry.seed));
    return isWhole ? (entry as JournalEntry) : undefined;
  } catch {
    return undefined;
  }
}

function isStamp(value: unknown): value is Stamp {
  const stamp = value as Partial<Stamp> | null | undefined;
  return typeof stamp?.file === 'string' && typeof stamp.size === 'number' && typeof stamp.mtime_ms === 'number';
}

/** Returns a comparable string that identifies an accepted result. */
function fingerprint({ point, summary, seed }: SentResult): string {
  const stamps = [summary, seed].map((stamp) => stamp && [stamp.file, stamp.size, stamp.mtime_ms]);
  return JSON.stringify([point, ...stamps]);
}

/** Holds the accepted results of one destination. Maps each summary to the fingerprint of the last result sent. */
export class AcceptedResults {
  readonly #destination: Destination;
  readonly #bySummary = new Map<string, string>();

  constructor(destination: Destination) {
    this.#destination = destination;
  }

  add({ url, workflow, ...sent }: JournalEntry): void {
    if (url !== this.#destination.url || workflow !== this.#destination.workflow) return;
    this.#bySummary.set(sent.summary.file, fingerprint(sent));
  }

  has(sent: SentResult): boolean {
    return this.#bySummary.get(sent.summary.file) === fingerprint(sent);
  }
}

/** Reads a journal line by line. A missing journal counts as empty. */
export async function readJournal(file: string, destination: Destination): Promise<AcceptedResults> {
  const accepted = new AcceptedResults(destination);
  const stream = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      const entry = parseEntry(line);
      if (entry) accepted.add(entry);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw fileFailure('read', file, error);
  }
  return accepted;
}

/**
 * Appends accepted results. Writes each entry synchronously, right after the answer, so that a kill costs at most the
 * uploads in flight. Entries are not synced to disk. After a power cut the last results are sent again, which changes
 * nothing at the coordinator.
 */
export class JournalWriter {
  readonly #descriptor: number;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    try {
      this.#descriptor = openSync(file, 'a+', 0o666);
      if (!this.#endsWithNewline()) writeSync(this.#descriptor, '\n');
    } catch (error) {
      throw fileFailure('write', `${file} (use --journal for another location)`, error);
    }
  }

  append(entry: JournalEntry): void {
    try {
      writeSync(this.#descriptor, `${JSON.stringify(entry)}\n`);
    } catch (error) {
      throw fileFailure('write', this.#file, error);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /**
   * Returns whether the file ends with a newline. A crash may have cut the last line. The next entry must not be
   * appended to that line.
   */
  #endsWithNewline(): boolean {
    const { size } = fstatSync(this.#descriptor);
    if (size === 0) return true;
    const last = Buffer.alloc(1);
    readSync(this.#descriptor, last, 0, 1, size - 1);
    return last[0] === 0x0a;
  }
}
