import { isOwnCode } from './own-code.ts';
import type { PublicationDetails, SourceRecord } from './source-record.ts';
import { romanNumber } from './title-difference.ts';

export type ComparedDetail = 'volume' | 'issue' | 'first page' | 'edition' | 'report number';

type Described = Pick<SourceRecord, 'bibcode' | 'details'>;

const UNKNOWN: PublicationDetails = { volume: '', issue: '', pages: '', edition: '', number: '' };

/**
 * Returns the details for which both records state different values. If the records share no DOI or code, also compares
 * volume and page in the catalog's codes. The codes are not reliable enough to contradict a shared identifier.
 */
export function detailsDiffer(a: Described, b: Described, sharesWork: boolean): ComparedDetail[] {
  const [one, other] = [a, b].map((record) => known(record, sharesWork)) as [PublicationDetails, PublicationDetails];
  const differs: ComparedDetail[] = [];
  if (numbersDiffer(one.volume, other.volume)) differs.push('volume');
  if (numbersDiffer(one.issue, other.issue)) differs.push('issue');
  if (pagesDiffer(one.pages, other.pages)) differs.push('first page');
  if (numbersDiffer(editionOf(one.edition), editionOf(other.edition))) differs.push('edition');
  if (numbersDiffer(lastNumber(one.number), lastNumber(other.number))) differs.push('report number');
  return differs;
}

function known({ bibcode, details = UNKNOWN }: Described, sharesWork: boolean): PublicationDetails {
  if (sharesWork) return details;
  const { volume, pages } = placeInCode(bibcode);
  return { ...details, volume: details.volume || volume, pages: details.pages || pages };
}

/** Matches codes of preprints, and of journals whose codes contain the issue instead of the volume. */
const OTHER_PLACE = /^\d{4}(?:JCAP|JHEP|arXiv)/;

/** Reads volume and page from the catalog's code: `YYYYJJJJJVVVVMPPPPA`. */
function placeInCode(bibcode: string): Pick<PublicationDetails, 'volume' | 'pages'> {
  const place = /^\d{4}.{5}\.*(\d{1,4})[.ALP]\.*(\d{1,4})[A-Z.]$/.exec(bibcode);
  if (bibcode.length !== 19 || place === null || isOwnCode(bibcode) || OTHER_PLACE.test(bibcode))
    return { volume: '', pages: '' };
  return { volume: place[1] ?? '', pages: place[2] ?? '' };
}

/**
 * Returns whether the first numbers of two texts differ. Roman numerals count as numbers. Other texts without digits
 * cannot be compared. The letter before or after a number (`L26`, `12B`) counts only if both numbers have a letter.
 */
function numbersDiffer(a: string, b: string): boolean {
  const [one, other] = [numberIn(a), numberIn(b)];
  if (one === undefined || other === undefined) return false;
  const lettersDiffer = (x: string, y: string) => x !== '' && y !== '' && x !== y;
  return (
    one.digits !== other.digits || lettersDiffer(one.before, other.before) || lettersDiffer(one.after, other.after)
  );
}

const ROMAN_NUMBER = /^(?:[a-z]{3,8}\.?\s+)?(C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))$/i;

function numberIn(text: string) {
  const found = /\d+/.exec(text);
  if (found === null) {
    const [, numeral = ''] = ROMAN_NUMBER.exec(text.trim()) ?? [];
    return numeral === '' ? undefined : { digits: String(romanNumber(numeral)), before: '', after: '' };
  }
  // Words next to a number, as in `Vol.7` or `875LNNS`, are not part of the number.
  const letterOf = (part: string) => (/^[a-z]$/i.test(part) ? part.toLowerCase() : '');
  return {
    digits: found[0].replace(/^0+/, ''),
    before: letterOf(text.slice(0, found.index)),
    after: letterOf(text.slice(found.index + found[0].length)),
  };
}

/**
 * Returns whether two page fields differ. A range from page 1 may count the pages of an article with a number. `1-12`
 * and `083001` may then be the same article.
 */
function pagesDiffer(a: string, b: string): boolean {
  const countsPages = (pages: string) => /^1\s*[-–—]+\s*\d/.test(pages);
  const isArticleNumber = (pages: string) => /^[a-z]?\d{4,}|^[a-z]\d/i.test(pages);
  if ((countsPages(a) && isArticleNumber(b)) || (countsPages(b) && isArticleNumber(a))) return false;
  return numbersDiffer(a, b);
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/** Normalizes an edition, so that `Second`, `2nd` and `2` are equal. */
function editionOf(edition: string): string {
  const place = ORDINALS.findIndex((word) => edition.toLowerCase().startsWith(word));
  return place < 0 ? (/\d+/.exec(edition)?.[0] ?? '') : String(place + 1);
}

/** Returns the last number in a report number, so that `TN D-44` and `44` are equal. */
function lastNumber(number: string): string {
  return number.match(/\d+/g)?.at(-1) ?? '';
}
