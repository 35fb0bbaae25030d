/** Where the figures of a paper are served, as its Markdown links to them. */
export function figureFolder(bibcode: string): string {
  return `/api/paper/figures/${encodeURIComponent(bibcode)}/`;
}

export function figureAddress(bibcode: string, name: string): string {
  return `${figureFolder(bibcode)}${encodeURIComponent(name)}`;
}

const LINK = /\]\(\/api\/paper\/figures\/[^/()\s]+\/([^()\s]+)\)/g;

/** The names of the figures that a piece of Markdown shows, under whatever code the paper had then. */
export function shownFigures(markdown: string): string[] {
  return [...markdown.matchAll(LINK)].flatMap(([, name = '']) => {
    try {
      return [decodeURIComponent(name)];
    } catch {
      return [];
    }
  });
}
