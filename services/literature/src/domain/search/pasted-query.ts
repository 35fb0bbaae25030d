import { isName, readReference } from '../papers/paper-reference.ts';
import { placeOfAddress, queryOfPlace } from '../papers/publisher-address.ts';

/**
 * Converts a query that is the name or address of one paper to a query for that paper. The conversion is necessary
 * because brackets and slashes of a DOI are syntax in the catalog's language. Returns other queries unchanged.
 */
export function queryOf(text: string): string {
  // A field with a quotation mark or bracket after it begins a query. A label such as `doi:` directly before a name
  // does not.
  if (/^=?[a-z_]+:\s*["([]/i.test(text.trim())) return text;
  const reference = readReference(text);
  if (!isName(reference)) {
    const place = placeOfAddress(text.trim());
    return place === undefined ? text : queryOfPlace(place);
  }
  const { kind, value } = reference;
  const quoted = value.replaceAll(/["\\]/g, String.raw`\$&`);
  if (kind === 'doi') return `doi:"${quoted}"`;
  return kind === 'preprint_id' ? `identifier:"arXiv:${quoted}"` : `identifier:"${quoted}"`;
}
