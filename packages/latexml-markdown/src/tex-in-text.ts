export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'math'; readonly tex: string }
  | { readonly kind: 'display'; readonly tex: string };

const CLOSING: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]' };

/**
 * Splits text at the formulas between `\(` and `\)` or `\[` and `\]`. An opening bracket without a closing bracket is
 * text.
 */
export function splitTex(data: string): TextPart[] {
  const parts: TextPart[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  for (const { 0: opening, index } of data.matchAll(/\\[([]/g)) {
    if (index < from || unclosed.has(opening)) continue;
    const end = data.indexOf(CLOSING[opening] ?? '', index + 2);
    if (end < 0) {
      // Later opening brackets of this kind also have no closing bracket.
      unclosed.add(opening);
      continue;
    }
    parts.push({ kind: 'text', text: data.slice(from, index) });
    const tex = data.slice(index + 2, end).trim();
    if (tex !== '') parts.push({ kind: opening === '\\(' ? 'math' : 'display', tex });
    from = end + 2;
  }
  parts.push({ kind: 'text', text: data.slice(from) });
  return parts;
}
