import { Writable } from 'node:stream';

/** Signature, flags and the length of the header extension: https://www.postgresql.org/docs/current/sql-copy.html */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const HEADER_BYTES = SIGNATURE.length + 8;
const TRAILER = -1;

/** A row of non-null fields. Valid only during the call that receives it. */
export interface BinaryRow {
  float64(field: number): number;
  int32(field: number): number;
  /** Returns the first byte of a field, for example of a `"char"`. */
  byte(field: number): number;
  /** Returns a text of ASCII characters. */
  ascii(field: number): string;
}

/** Parses the output of `copy ... to stdout (format binary)`. */
export class BinaryCopyReader extends Writable implements BinaryRow {
  readonly #fields: number;
  readonly #onRow: (row: BinaryRow) => void;
  /** Bytes received that don't form a whole row yet. */
  #rest: Buffer = Buffer.alloc(0);
  #begun = false;
  #ended = false;
  #chunk: Buffer = this.#rest;
  readonly #starts: Uint32Array;

  constructor(fields: number, onRow: (row: BinaryRow) => void) {
    super();
    this.#fields = fields;
    this.#onRow = onRow;
    this.#starts = new Uint32Array(fields);
  }

  float64(field: number): number {
    return this.#chunk.readDoubleBE(this.#starts[field]);
  }

  int32(field: number): number {
    return this.#chunk.readInt32BE(this.#starts[field]);
  }

  byte(field: number): number {
    return this.#chunk[this.#starts[field] ?? 0] ?? 0;
  }

  ascii(field: number): string {
    const start = this.#starts[field] ?? 0;
    return this.#chunk.toString('latin1', start, start + this.#chunk.readInt32BE(start - 4));
  }

  override _write(data: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    try {
      this.#chunk = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
      let at = this.#begun ? 0 : this.#readHeader();
      for (let next = this.#readRow(at); next > at; next = this.#readRow(at)) at = next;
      this.#rest = this.#chunk.subarray(at);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _final(done: (error?: Error | null) => void): void {
    done(this.#ended ? null : new Error('PostgreSQL sent rows without a trailer'));
  }

  /** Returns the offset after the header, or 0 while the header is incomplete. */
  #readHeader(): number {
    if (this.#chunk.length < HEADER_BYTES) return 0;
    if (!this.#chunk.subarray(0, SIGNATURE.length).equals(SIGNATURE))
      throw new Error('PostgreSQL did not send the binary format of COPY');
    this.#begun = true;
    return HEADER_BYTES + this.#chunk.readInt32BE(HEADER_BYTES - 4);
  }

  /** Reads the row that begins here and returns the offset after it, or `start` if the row is incomplete. */
  #readRow(start: number): number {
    const chunk = this.#chunk;
    if (!this.#begun || this.#ended || chunk.length < start + 2) return start;
    const count = chunk.readInt16BE(start);
    if (count === TRAILER) {
      this.#ended = true;
      return start + 2;
    }
    if (count !== this.#fields) throw new Error(`PostgreSQL sent ${count} fields instead of ${this.#fields}`);
    let at = start + 2;
    for (let field = 0; field < count; field += 1) {
      if (chunk.length < at + 4) return start;
      const length = chunk.readInt32BE(at);
      if (length < 0) throw new Error(`PostgreSQL sent null as field ${field + 1}`);
      at += 4;
      this.#starts[field] = at;
      at += length;
    }
    if (chunk.length < at) return start;
    this.#onRow(this);
    return at;
  }
}
