import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { InFlight } from '@almagest/service-kit/in-flight';
import type { SeedReply, SeedRequest, SeedCommand, SeedContent } from './seed-thread.ts';

export type { SeedContent } from './seed-thread.ts';

/** A fault of the thread itself. Its code tells it from the faults of a request, which have none. */
class SeedThreadError extends Error {
  override readonly name = 'SeedThreadError';
  readonly code = 'ERR_SEED_THREAD';
}

interface Waiting {
  readonly resolve: (content: SeedContent | undefined) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Writes uploads in a thread of its own: to open, hash, write, rename and sync a seed takes longer than all else that
 * its report costs, and to open a file takes half a millisecond while ext4 steps around thousands of files that were
 * deleted in the last minutes. The thread that answers requests has none of that.
 *
 * What is asked in one turn of the event loop goes over together. The thread starts with the first upload; when an
 * error ends it, what it had under way fails, and the next upload starts another.
 */
export class SeedWriter {
  readonly #staging: string;
  #waiting = new InFlight<Waiting>();
  readonly #uploads = new InFlight<Upload>();
  #thread: Worker | undefined;
  #asks: SeedRequest[] = [];

  constructor(staging: string) {
    this.#staging = staging;
  }

  /** Begins an upload; it is to be discarded in the end, also when it was given its place. `onEnd`: when it was. */
  begin(onEnd: () => void = () => undefined): Upload {
    const upload: Upload = new Upload(
      (errand) => this.#ask(place, errand),
      () => {
        this.#uploads.leave(place);
        onEnd();
      },
    );
    const place = this.#uploads.enter(upload);
    return upload;
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask(upload: number, errand: SeedCommand): Promise<SeedContent | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#asks.length === 0) setImmediate(() => this.#send());
      this.#asks.push({ ...errand, upload, ask: this.#waiting.enter({ resolve, reject }) });
    });
  }

  #send(): void {
    if (this.#asks.length === 0) return;
    const pieces = this.#asks.flatMap((ask) => ('piece' in ask ? [ask.piece.buffer] : []));
    (this.#thread ??= this.#start()).postMessage(this.#asks, pieces);
    this.#asks = [];
  }

  #start(): Worker {
    // The sources run as they are, the build as JavaScript: the neighbour has the same extension.
    const thread = new Worker(new URL(`./seed-thread${extname(import.meta.url)}`, import.meta.url), {
      workerData: { staging: this.#staging },
    });
    // The requests that wait for it keep the process alive.
    thread.unref();
    thread.on('message', (answers: readonly SeedReply[]) => {
      for (const answer of answers) this.#take(answer);
    });
    thread.on('error', (error: Error) => this.#end(thread, error));
    thread.on('exit', () => this.#end(thread));
    return thread;
  }

  #take({ ask, content, fault }: SeedReply): void {
    const waiting = this.#waiting.leave(ask);
    if (fault === undefined) waiting?.resolve(content);
    else if (fault.code === undefined) waiting?.reject(new SeedThreadError(fault.message));
    else waiting?.reject(Object.assign(new Error(fault.message), { code: fault.code }));
  }

  /** A thread's end is reported by an error and then by its exit; the next thread may have started in between. */
  #end(thread: Worker, cause?: Error): void {
    if (this.#thread !== thread) return;
    const error = new SeedThreadError('the thread that writes seeds has ended', { cause });
    const waiting = this.#waiting;
    this.#thread = undefined;
    this.#waiting = new InFlight();
    this.#asks = [];
    for (const { reject } of waiting) reject(error);
  }
}

/** Bytes that go over at once, more of an upload wait until they are written: so much of it is in memory, twice. */
const PIECE_BYTES = 1024 ** 2;

/** A file that is being written under a temporary name, by another thread. */
export class Upload {
  readonly #ask: (errand: SeedCommand) => Promise<SeedContent | undefined>;
  readonly #leave: () => void;
  #chunks: Buffer[] = [];
  #gathered = 0;
  #first = true;
  #discarded = false;

  constructor(ask: (errand: SeedCommand) => Promise<SeedContent | undefined>, leave: () => void) {
    this.#ask = ask;
    this.#leave = leave;
  }

  /** Returns a promise where the next chunk should wait for it. */
  write(chunk: Buffer): Promise<void> | undefined {
    this.#chunks.push(chunk);
    this.#gathered += chunk.length;
    if (this.#gathered < PIECE_BYTES) return undefined;
    return this.#ask({ kind: 'write', ...this.#gather() }).then(() => undefined);
  }

  /** Resolves when the content is on the disk. The file takes no more. */
  async finish(): Promise<SeedContent> {
    const content = await this.#ask({ kind: 'finish', ...this.#gather() });
    if (content === undefined) throw new SeedThreadError('the thread that writes seeds did not tell what it wrote');
    return content;
  }

  /** Gives the file its place, durably. May be called again after a transaction was rolled back and repeated. */
  async place(folder: string, name: string): Promise<void> {
    await this.#ask({ kind: 'place', folder, name });
  }

  /** Removes the file unless it was given a place. */
  discard(): void {
    if (this.#discarded) return;
    this.#discarded = true;
    // What cannot be removed now is swept as an upload that was cut short.
    void this.#ask({ kind: 'discard' }).catch(() => undefined);
    this.#leave();
  }

  #gather(): { readonly piece: Uint8Array<ArrayBuffer>; readonly first: boolean } {
    // Memory of its own, which goes over to the thread: the chunks lie in buffers that others share.
    const piece = new Uint8Array(this.#gathered);
    let at = 0;
    for (const chunk of this.#chunks) {
      piece.set(chunk, at);
      at += chunk.length;
    }
    const first = this.#first;
    this.#chunks = [];
    this.#gathered = 0;
    this.#first = false;
    return { piece, first };
  }
}
