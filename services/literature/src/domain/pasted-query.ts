import { isName, readReference } from './paper-reference.ts';
import { placeOfAddress, queryOfPlace } from './publisher-address.ts';

/**
 * A query that is one paper's name, or what people paste for one, as the query for that paper: brackets and slashes of a
 * DOI mean something else in the catalog's language. Any other query is left as it is.
 */
export function queryOf(text: string): string {
  // What names a field is somebody's own query; a label is none of the catalog's fields.
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
