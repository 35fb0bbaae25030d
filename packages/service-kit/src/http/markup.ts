const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML and XML. Control characters, which XML cannot hold, become spaces. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ' ')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Fences a text as data for a language model. The fence contains a random mark for this text. Copies of the mark are
 * removed from the text, so that the text cannot close the fence.
 */
export function fence(text: string, mark: string): string {
  let inner = text;
  while (inner.includes(mark)) inner = inner.replaceAll(mark, '');
  return `<data ${mark}>\n${inner}\n</data ${mark}>`;
}
