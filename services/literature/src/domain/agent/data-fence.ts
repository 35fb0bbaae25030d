/** Shortens a text by removing its middle. A note says how much was left out. Never splits a character. */
export function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const note = `\n[... ${text.length - maxChars} of ${text.length} characters left out ...]\n`;
  const room = Math.max(0, maxChars - note.length);
  const head = Math.ceil(room * 0.8);
  const tail = room - head;
  return `${text.slice(0, head)}${note}${tail === 0 ? '' : text.slice(-tail)}`.toWellFormed();
}

/** Replaces characters that PostgreSQL cannot store as text: NUL and unpaired surrogates. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
