import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpError } from './http-error.ts';

type Decoder = () => NodeJS.ReadWriteStream & Readable;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Every decoder takes memory and time, and no honest host compresses an answer more than once or twice. */
const MAX_ENCODINGS = 5;

/** Yields a decompressed body. The limit applies to the decompressed bytes. */
export async function* readBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  for await (const chunk of decoded(body, encoding) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

export function tooLarge(maxBytes: number): HttpError {
  return new HttpError('too_large', `more than the limit of ${maxBytes} bytes`);
}

function decoded(body: Readable, encoding: string | undefined): Readable {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_ENCODINGS)
    throw new HttpError('cut_off', `the answer is compressed ${names.length} times, more than ${MAX_ENCODINGS}`);
  let stream = body;
  // Encodings are listed in the order in which they were applied.
  for (const name of names.toReversed()) {
    const decoder = DECODERS[name];
    if (decoder === undefined)
      throw new HttpError('cut_off', `the response is compressed with ${name}, which was not requested`);
    // A failure at either end reaches the reader of the last stream.
    stream = pipeline(stream, decoder(), () => undefined);
  }
  return stream;
}
