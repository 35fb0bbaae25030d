import type { Request, RequestHandler } from 'express';

/**
 * Removes range headers that RFC 9110 says to ignore: on methods other than GET (14.2), and ranges that end before they
 * start (14.1.1). The whole file is then sent. Libraries would send a part or respond that the range is unsatisfiable.
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

/**
 * Shortens a suffix range to the file's size. The last 1000 bytes of a shorter file are the whole file (14.1.2), but
 * libraries would reject the range.
 */
export function fitSuffixRange(req: Request, sizeBytes: number): void {
  const suffix = /^bytes=-(\d+)$/.exec(req.headers.range ?? '')?.[1];
  if (suffix !== undefined && Number(suffix) > sizeBytes && sizeBytes > 0) req.headers.range = 'bytes=0-';
}
