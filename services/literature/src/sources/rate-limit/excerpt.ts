/** Returns the first words of an unexpected response, for an error message. */
export function excerptOf(text: string): string {
  return text
    .slice(0, 4000)
    .replaceAll(/<(?:script|style)\b[^]*?(?:<\/(?:script|style)>|$)/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}
