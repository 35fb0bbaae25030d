/** Returns the words of Markdown, without the syntax of links, images, emphasis, headings and lists. Keeps formulas. */
export function readableText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/^[ \t]{0,3}(?:#{1,6}|>|[-+*])[ \t]/gm, '')
    .replaceAll(/\*{1,3}|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
