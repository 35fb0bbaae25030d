import type { Entry, Library } from '../content/library.ts';

export type Named =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'paper'; readonly entry: Entry; readonly version: number; readonly isVersioned: boolean };

const ID =
  /^((?:\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})|(?:[a-z]+(?:-[a-z]+)*(?:\.[A-Z]{2})?\/\d{2}(?:0[1-9]|1[0-2])\d{3}))(?:v([1-9]\d*))?$/;

export function readPreprintAddress(text: string, library: Library): Named {
  const match = ID.exec(text);
  if (match === null) return { kind: 'malformed' };
  const entry = library.byPreprint((match[1] ?? '').replace(/\.[A-Z]{2}\//, '/'));
  const latest = entry?.paper.preprint?.versions ?? 1;
  const version = match[2] === undefined ? latest : Number(match[2]);
  if (entry === undefined || version > latest) return { kind: 'unknown' };
  return { kind: 'paper', entry, version, isVersioned: match[2] !== undefined };
}
