const SMALL = new Set('the and for with that this what which from are was how does about into there'.split(' '));

/** Returns the words of a text in lower case, without function words. */
export function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !SMALL.has(word));
}
