import { brotliDecompressSync, inflateSync } from 'node:zlib';

/** Compression factor that most contents do not reach. These contents are decompressed into a single buffer. */
const FACTOR = 6;
const CHUNK = { least: 1024, most: 256 * 1024 }; // bytes

const DECOMPRESS: Readonly<Record<string, typeof inflateSync>> = {
  deflate: inflateSync,
  brotli: brotliDecompressSync,
};

/**
 * The part of a `DecompressionStream` that pdfjs uses. It decompresses a single chunk in one call. Node's streams start
 * a thread for each chunk of 16 KiB and take five times the CPU time. If reading fails, pdfjs itself decompresses as
 * much as possible.
 */
class WholeDecompression {
  readonly #decompress;
  #chunk: Uint8Array | undefined;

  constructor(format: string) {
    const decompress = DECOMPRESS[format];
    if (!decompress) throw new TypeError(`unsupported compression format: ${format}`);
    this.#decompress = decompress;
  }

  readonly writable = {
    getWriter: () => ({
      write: async (chunk: Uint8Array) => {
        this.#chunk = chunk;
      },
      close: async () => {},
    }),
  };

  readonly readable = {
    getReader: () => ({
      read: async () => {
        if (!this.#chunk) return { done: true };
        const chunkSize = Math.min(Math.max(CHUNK.least, FACTOR * this.#chunk.length), CHUNK.most);
        const { buffer, byteOffset, length } = this.#decompress(this.#chunk, { chunkSize });
        this.#chunk = undefined;
        return { done: false, value: new Uint8Array(buffer, byteOffset, length) };
      },
    }),
  };
}

Object.assign(globalThis, { DecompressionStream: WholeDecompression });
