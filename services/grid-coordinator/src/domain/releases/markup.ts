const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML and XML. Control characters, which XML cannot hold, become spaces. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g, ' ')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
