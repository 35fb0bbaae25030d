/** Returns the address under which a paper's figures are served. The paper's Markdown contains this address. */
export function figureFolder(bibcode: string): string {
  return `/api/paper/figures/${encodeURIComponent(bibcode)}/`;
}

export function figureAddress(bibcode: string, name: string): string {
  return `${figureFolder(bibcode)}${encodeURIComponent(name)}`;
}

const LINK = /\]\(\/api\/paper\/figures\/[^/()\s]+\/([^()\s]+)\)/g;

/**
 * Returns the names of the figures that a piece of Markdown shows. The addresses in the Markdown may contain a former
 * code of the paper.
 */
export function shownFigures(markdown: string): string[] {
  return [...markdown.matchAll(LINK)].flatMap(([, name = '']) => {
    try {
      return [decodeURIComponent(name)];
    } catch {
      return [];
    }
  });
}
