import type { Request, RequestHandler } from 'express';

/**
 * Leaves out of a request what RFC 9110 gives no meaning: a range of anything but a GET (14.2), and one that ends before it begins
 * (14.1.1). What is sent then is the whole; libraries would send a part, or call the range unsatisfiable.
 */
export const ignoreMeaninglessRange: RequestHandler = (req, _res, next) => {
  const { range } = req.headers;
  if (range !== undefined && (req.method !== 'GET' || hasReversedRange(range))) delete req.headers.range;
  next();
};

function hasReversedRange(header: string): boolean {
  return header
    .slice(header.indexOf('=') + 1)
    .split(',')
    .some((part) => {
      const [, first, last] = /^[ \t]*(\d+)-(\d+)[ \t]*$/.exec(part) ?? [];
      return first !== undefined && last !== undefined && BigInt(first) > BigInt(last);
    });
}

/** The last 1000 bytes of something shorter are all of it (14.1.2); libraries would find none. */
export function fitSuffixRange(req: Request, sizeBytes: number): void {
  const suffix = /^bytes=-(\d+)$/.exec(req.headers.range ?? '')?.[1];
  if (suffix !== undefined && Number(suffix) > sizeBytes && sizeBytes > 0) req.headers.range = 'bytes=0-';
}
