import type { ReferenceParts } from './reference.ts';

const MAX_DOI_CHARS = 1_000;

/** Returns the DOI in a text without label and resolver, or ''. */
export function readDoi(text: string): string {
  const found = /(?<![\d.])10\.\d{4,9}(?:\.\d{1,9})?\/[^\s"{}]+/.exec(text.replaceAll(/%2f/gi, '/'))?.[0] ?? '';
  return found.length > MAX_DOI_CHARS ? '' : found.replace(/(?:PDF|HTML)?:$|[.,;]{1,3}$/, '');
}

const PREPRINT = /(?<![\w.])(\d{4}\.\d{4,5}|[a-z]+(?:-[a-z]+)?(?:\.[A-Za-z]{2})?\/\d{7})(?:v\d+)?(?![\d.]\d)/;

/** Returns a labelled preprint identifier: `arXiv:1302.6362v2`, an address, or a DOI of the server. */
export function readPreprintId(text: string): string {
  const said = /arxiv(?:\.org\/(?:abs|pdf|html)\/|[:.\s]{1,3})/i.exec(text);
  return said === null ? '' : (PREPRINT.exec(text.slice(said.index + said[0].length, said.index + 80))?.[1] ?? '');
}

/** Returns the identifier of the field `eprint`, with or without its label. */
export function readEprint(text: string): string {
  return PREPRINT.exec(text.replace(/^arxiv:/i, ''))?.[1] ?? '';
}

/** Returns the text if it is a catalog code, otherwise ''. */
export function codeIn(text = ''): string {
  return /^[12]\d{3}\S{15}$/.test(text) ? text : '';
}

/** Returns the code in an address of the catalog, or ''. */
export function readBibcode(address: string): string {
  const found =
    /(?:adsabs\.harvard\.edu|scixplorer\.org)\/(?:#?abs|full|doi|cgi-bin\/bib_query\?)\/?([12]\d{3}[^\s/"<>]{15})/.exec(
      address.replaceAll(/%26/g, '&').replaceAll('http://', ''),
    )?.[1];
  return found ?? '';
}

/** Returns the address of a paper in the catalog. */
export function catalogAddress(bibcode: string): string {
  return `https://ui.adsabs.harvard.edu/abs/${bibcode}`;
}

export function preprintAddress(id: string): string {
  return `https://arxiv.org/abs/${id}`;
}

/** Fills missing identifiers from addresses, notes and journal names. */
export function withIdentifiers(parts: ReferenceParts): ReferenceParts {
  const { url = '', doi = '', preprintId = '', bibcode = '', container = '', pages = '' } = parts;
  const found = {
    doi: doi === '' && /doi\.org\//.test(url) ? readDoi(url) : doi,
    preprintId:
      preprintId === '' ? ([url, doi, container, pages].map(readPreprintId).find((id) => id !== '') ?? '') : preprintId,
    bibcode: bibcode === '' ? readBibcode(url) : bibcode,
  };
  return { ...parts, ...found };
}
