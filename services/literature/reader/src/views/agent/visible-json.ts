/** Control and format characters, which could hide or reorder text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns a value as JSON with invisible characters escaped. */
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
