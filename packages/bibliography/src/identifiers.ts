import type { ReferenceParts } from './reference.ts';

const MAX_DOI_CHARS = 1_000;

/** Returns the DOI in a text without its label and resolver, or ''. */
export function readDoi(text: string): string {
  // In a resolver's address, the query ends the DOI.
  const plain = decodeSigns(/^\s*https?:/i.test(text) ? text.replace(/[?#][^]*/, '') : text);
  const found = /(?<![\d.])10\.\d{4,9}(?:\.\d{1,9})?\/[^\s"{}]+/.exec(plain)?.[0] ?? '';
  if (found.length > MAX_DOI_CHARS) return '';
  return withoutClosing(found.replace(/(?:PDF|HTML)?:$|[.,;]{1,3}$|\/$/, ''));
}

/** Removes soft hyphens and characters without width, which copied text may contain. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '');
}

/** Decodes signs of DOIs that programs encode in addresses. */
function decodeSigns(text: string): string {
  return withoutInvisible(text).replaceAll(/%(?:2[89cf]|3[abce]|5[bd])/gi, (code) => decodeURIComponent(code));
}

/** Removes a closing bracket after a DOI if the DOI does not contain the opening bracket. */
function withoutClosing(doi: string): string {
  const opening = { ')': '(', ']': '[', '>': '<' }[doi.at(-1) ?? ''];
  if (opening === undefined) return doi;
  return doi.split(opening).length < doi.split(doi.at(-1) ?? '').length ? doi.slice(0, -1) : doi;
}

const PREPRINT =
  /(?<![\w.-])(?:(\d{4}\.\d{4,5})|([a-z]+(?:-[a-z]+)?)(?:\.[A-Za-z]{2}|\.[a-z]{2,5}-[a-z]{2,4})?(\/\d{7}))(?:v\d+)?(?![\d.]\d)/;

/** Returns the preprint identifier in a text without the version and subject class. */
function preprintIn(text: string): string {
  const [, number = '', archive = '', oldNumber = ''] = PREPRINT.exec(text) ?? [];
  return number || `${archive}${oldNumber}`;
}

/** Returns a labelled preprint identifier: `arXiv:1302.6362v2`, an address, or a DOI of the server. */
export function readPreprintId(text: string): string {
  const said = /arxiv(?:\.org\/(?:abs|pdf|html)\/|[:.\s]{1,3})/i.exec(text);
  return said === null ? '' : preprintIn(text.slice(said.index + said[0].length, said.index + 80));
}

/**
 * Returns the identifier in the field `eprint`, with or without its label. Some entries have only the number of an old
 * identifier there, and the archive in another field.
 */
export function readEprint(text: string, archive = ''): string {
  const bare = text.trim().replace(/^arxiv[:.]\s*/i, '');
  const isNumber = archive !== '' && /^\d{7}(?:v\d+)?$/.test(bare);
  return preprintIn(isNumber ? `${archive.trim().toLowerCase()}/${bare}` : bare);
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
