const DOI = /\b10\.\d{4,9}\/[^\s"'<>?#&;]+/;

/** A part that publishers append to a DOI in an address, or a mark after it in a text. */
const TAIL = /(?:\/(?:pdf|epdf|full|abstract|meta|fulltext|html)|\.pdf|\.html?|[.,;)\]])$/i;
const MOST_TAILS = 5;

/** Returns the DOI in a text or an address, or ''. */
export function doiIn(text: string): string {
  let doi = DOI.exec(decoded(text))?.[0] ?? '';
  for (let tails = 0; tails < MOST_TAILS; tails += 1) doi = doi.replace(TAIL, '');
  return doi.toLowerCase();
}

/** Returns the identifier of the paper that an address names, or ''. */
export function identifierIn(address: string): string {
  if (!URL.canParse(address)) return '';
  const { hostname, pathname } = new URL(address);
  const path = decoded(pathname);
  const preprint = /^\/(?:abs|pdf|html)\/((?:[a-z-]+(?:\.[A-Z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)/.exec(path)?.[1];
  if (preprint !== undefined && isAt(hostname, 'arxiv.org')) return `arXiv:${preprint.replace(/v\d+$/, '')}`;
  const bibcode = /^\/abs\/([12]\d{3}[A-Za-z&.][^/]{14})(?:\/|$)/.exec(path)?.[1];
  return bibcode ?? doiIn(pathname);
}

function isAt(host: string, site: string): boolean {
  return host === site || host.endsWith(`.${site}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
