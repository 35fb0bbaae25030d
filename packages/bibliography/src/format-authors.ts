import { isOthers, type Name } from './reference.ts';

export const BIBLIOGRAPHY_STYLES = ['aas', 'mnras', 'aa'] as const;
/** AAS journals (ApJ, AJ and others), MNRAS, and A&A. */
export type BibliographyStyle = (typeof BIBLIOGRAPHY_STYLES)[number];

/**
 * If there are at most `most` authors, names all of them. Otherwise names the first `ofMore` authors. AAS:
 * aasjournal.bst 6.3. A&A: its guide for authors, section 'References'. MNRAS: mnras.bst 3.1.
 */
const LIMITS: Readonly<Record<BibliographyStyle, { readonly most: number; readonly ofMore: number }>> = {
  aas: { most: 5, ofMore: 3 },
  aa: { most: 5, ofMore: 3 },
  mnras: { most: 8, ofMore: 1 },
};

/** Formats the authors of an entry: `Abbott, D. C., & Lucy, L. B.` or `Abbott D. C., Lucy L. B.` */
export function formatAuthors(names: readonly Name[], style: BibliographyStyle): string {
  const known = names.filter((name) => !isOthers(name));
  const { most, ofMore } = LIMITS[style];
  const isCut = known.length > most || known.length < names.length;
  const shown = (known.length > most ? known.slice(0, ofMore) : known).map((name) => formatName(name, style));
  if (isCut) return [...shown, 'et al.'].join(', ');
  const last = shown.at(-1) ?? '';
  if (shown.length < 2) return last;
  return style === 'mnras' ? shown.join(', ') : `${shown.slice(0, -1).join(', ')}, & ${last}`;
}

/** Formats editors. Two of the styles put initials before the names. */
export function formatEditors(names: readonly Name[], style: BibliographyStyle): string {
  if (style === 'mnras') return formatAuthors(names, style);
  const known = names.filter((name) => !isOthers(name));
  const shown = known.map((name) => ('literal' in name ? name.literal : joined([initials(name.given), name.family])));
  const last = shown.at(-1) ?? '';
  if (shown.length > LIMITS[style].most || known.length < names.length) return `${shown[0] ?? ''} et al.`;
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')}${shown.length > 2 ? ',' : ''} & ${last}`;
}

function formatName(name: Name, style: BibliographyStyle): string {
  if ('literal' in name) return name.literal;
  const { family, given, suffix = '' } = name;
  return style === 'mnras'
    ? joined([family, initials(given), suffix])
    : [family, initials(given), suffix].filter((part) => part !== '').join(', ');
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Abbreviates `Jean-Paul B.` to `J.-P. B.` */
function initials(given: string): string {
  return given
    .replaceAll(/\.(?=\p{L})/gu, '. ')
    .split(/\s+/)
    .map((word) =>
      word
        .split('-')
        .map((part) => /^./u.exec(part)?.[0] ?? '')
        .filter((letter) => letter !== '')
        .map((letter) => (/\p{L}/u.test(letter) ? `${letter}.` : letter))
        .join('-'),
    )
    .filter((word) => word !== '')
    .join(' ');
}

/** Formats the authors of a citation in the text: one author, two authors, or the first author and `et al.` */
export function citedAuthors(names: readonly Name[]): string {
  const short = (name: Name | undefined) => (name === undefined ? '' : 'literal' in name ? name.literal : name.family);
  const [first, second] = names;
  if (first === undefined) return '';
  if (names.length === 1) return short(first);
  return names.length === 2 && second !== undefined && !isOthers(second)
    ? `${short(first)} & ${short(second)}`
    : `${short(first)} et al.`;
}
