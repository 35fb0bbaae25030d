import type { AddSource } from './add-queue.ts';

const DOI = /^(?:doi:|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/\S+$/i;
const PREPRINT = /^(?:arxiv:)?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?$/i;
const BIBCODE = /^[12]\d{3}[A-Za-z][\w.&]{13}[A-Za-z.:]$/;
const ADDRESS = /^https?:\/\/\S+$/i;
const NAMES = [DOI, PREPRINT, BIBCODE, ADDRESS];

/** The beginning of an entry in BibTeX, RIS or EndNote. */
const ENTRY = /^(?:@\w{1,30}\s?[{(]|TY  - |%0 )/m;

/** Returns what to add for a pasted text: the identifiers that it contains, or a bibliography as a file. */
export function pastedSources(text: string): AddSource[] {
  if (ENTRY.test(text)) return [{ file: new File([text], 'clipboard') }];
  const words = text.split(/[\s,;()[\]<>"“”]+/).map((word) => word.replace(/\.$/, ''));
  return [...new Set(words)]
    .filter((word) => NAMES.some((name) => name.test(word)))
    .map((identifier) => ({ identifier: identifier.slice(0, 512) }));
}
