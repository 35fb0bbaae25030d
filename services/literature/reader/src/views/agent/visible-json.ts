/** Control and format characters, which could hide or reorder letters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A value as JSON that shows all that it holds: what could hide letters is escaped. */
export function visibleJson(value: unknown): string {
  if (typeof value === 'string') return escape(value);
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => escape(line))
    .join('\n');
}

function escape(text: string): string {
  return text.replaceAll(INVISIBLE, (letter) =>
    Array.from({ length: letter.length }, (_, at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
}
