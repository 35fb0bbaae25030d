import { finished, type Readable } from 'node:stream';

/**
 * Hands over the chunks of a stream as they come, and resolves at its end, when the last one has been taken. The stream
 * pauses while a promise that `take` returned is pending. Rejects when the stream breaks off or `take` fails; the stream is destroyed then. Cheaper than
 * `for await`, which is felt where each request carries a file.
 */
export function eachChunk(stream: Readable, take: (chunk: Buffer) => Promise<void> | void): Promise<void> {
  return new Promise((resolve, reject) => {
    let last: Promise<void> | void;
    const fail = (error: unknown) => {
      reject(error);
      stream.destroy();
    };
    stream.on('data', (chunk: Buffer) => {
      // A stream may still hand over what it has buffered when it was destroyed.
      if (stream.destroyed) return;
      try {
        last = take(chunk);
        if (last === undefined) return;
        stream.pause();
        last.then(() => stream.resume(), fail);
      } catch (error) {
        fail(error);
      }
    });
    // A stream may end while it pauses: its end is announced together with its last chunk.
    finished(stream, { writable: false }, (error) => (error ? reject(error) : resolve(last)));
  });
}
