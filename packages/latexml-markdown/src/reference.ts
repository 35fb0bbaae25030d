import { plainText } from './plain-text.ts';
import type { FoundReference } from './reader.ts';

export interface Reference {
  /** The target of citation links, such as `#bib.bib3`. Empty if the page has no target for the reference. */
  readonly id: string;
  /** How the paper cites the reference: "[3]", "Abt (1982)". */
  readonly label: string;
  readonly text: string;
  readonly markdown: string;
  /** DOI in lower case, without the address of a resolver. Never the DOI of a preprint. */
  readonly doi?: string;
  /** Identifier on the preprint server, without the version. */
  readonly preprintId?: string;
  readonly addresses: readonly string[];
}

/** Crossref's recommended pattern, without closing punctuation. */
const DOI = /\b(10\.\d{4,9}\/[-._;()/:a-z0-9+<>]*[a-z0-9)])/i;

const PREPRINT =
  /\b(?:arxiv(?:\.org\/(?:abs|pdf|html)\/|:\s?|\.))((?:\d{4}\.\d{4,5})|(?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}))/i;

/** Cuts a DOI before a closing bracket if the opening bracket is not in the DOI. */
function withoutStrayBracket(doi: string): string {
  const opened = (doi.match(/\(/g) ?? []).length;
  const closed = (doi.match(/\)/g) ?? []).length;
  return closed > opened ? doi.replace(/(?<!\))\)+$/, '') : doi;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

export function toReference(found: FoundReference, markdown: string): Reference {
  const text = plainText(found.content);
  const places = [...found.addresses.map(decoded), text];
  const dois = places
    .flatMap((place) => DOI.exec(place)?.[1] ?? [])
    .map((doi) => withoutStrayBracket(doi.toLowerCase()));
  const doi = dois.find((candidate) => !candidate.startsWith('10.48550/'));
  const preprint = [...places, ...dois].flatMap((place) => PREPRINT.exec(place)?.[1] ?? [])[0];
  return {
    id: found.id,
    label: found.label,
    text,
    markdown,
    ...(doi === undefined ? {} : { doi }),
    ...(preprint === undefined ? {} : { preprintId: preprint.toLowerCase() }),
    addresses: found.addresses,
  };
}
