import { HttpError } from '@almagest/http-client';

/**
 * Limit on the size of a decompressed answer. A long chat answer has some 100 kB, and a batch of vectors has a few MB.
 */
const MAX_BYTES = 32 * 1024 * 1024;

/** Limit on the length of a line of an event stream. For every piece of a line, the client joins all pieces again. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/**
 * Limit on the number of lines in an event stream. The client needs about a microsecond for each line, even for an
 * empty line.
 */
const MAX_LINES = 500_000;

const NEWLINE = 10;
const DONE = '[DONE]';

const completed = new WeakSet<Response>();

/**
 * Returns whether an event stream was read up to the `[DONE]` mark. This mark is needed because some gateways never
 * send a finish reason.
 */
export function isCompleted(response: Response): boolean {
  return completed.has(response);
}

/** Returns the same response with a limited body. Reading the body fails if the body or a line exceeds its limit. */
export function boundedAnswer(response: Response): Response {
  if (response.body === null) return response;
  const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
  let bytes = 0;
  let lineBytes = 0;
  let lines = 0;
  let tail = '';
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) return controller.error(tooLarge(MAX_BYTES, 'an answer'));
      if (isStream) {
        lines += countLines(chunk);
        if (lines > MAX_LINES)
          return controller.error(
            new TypeError('terminated', {
              cause: new HttpError('too_large', `an answer has more than ${MAX_LINES} lines`),
            }),
          );
        // Lines within a chunk need no check, because chunks are short.
        const lastLine = chunk.lastIndexOf(NEWLINE);
        lineBytes = lastLine < 0 ? lineBytes + chunk.byteLength : chunk.byteLength - lastLine - 1;
        if (lineBytes > MAX_LINE_BYTES) return controller.error(tooLarge(MAX_LINE_BYTES, 'a line'));
        tail = (tail + Buffer.from(chunk.subarray(-64)).toString('latin1')).slice(-64);
        if (tail.trimEnd().endsWith(DONE)) completed.add(bounded);
      }
      controller.enqueue(chunk);
    },
  });
  const bounded = new Response(response.body.pipeThrough(counter), response);
  return bounded;
}

function countLines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Returns the kind of error that `fetch` throws: a TypeError with the reason as its cause. */
function tooLarge(limit: number, what: string): TypeError {
  return new TypeError('terminated', {
    cause: new HttpError('too_large', `${what} has more than ${limit} bytes`),
  });
}
