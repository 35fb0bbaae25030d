/** How whole the formulas within text are. */
export interface InlineFormulas {
  readonly formulas: number;
  /** Share whose brackets are balanced; half-open intervals are. */
  readonly balanced: number;
  /** Share that neither ends at a relation or operator nor begins with a script of nothing. */
  readonly complete: number;
}

const OPEN_END = /(?:[=<>+≤≥≈∼≃≡∝≲≳≪≫×±−]|\\(?:leq|geq|approx|sim|simeq|equiv|propto|lesssim|gtrsim|ll|gg|times|pm))$/;
const BASELESS = /^(?:\{\})?[_^]/;
/** A script after a space in the text may be an exponent of a unit or the number of a note. */
const UNIT_EXPONENT = /^(?:\{\})?\^(?:\{?[−-]?[\d*†‡§,]+\}?|\{\\circ\})/;

/** Counts the formulas of Markdown within text. Undefined if there are none. */
export function inlineFormulas(markdown: readonly string[]): InlineFormulas | undefined {
  const formulas = markdown.flatMap((block) => {
    const text = block
      .replaceAll('\\$', '')
      .split('$$')
      .filter((_, i) => i % 2 === 0)
      .join(' ');
    return text.split('$').filter((_, i) => i % 2 === 1);
  });
  if (formulas.length === 0) return undefined;
  const share = (holds: (tex: string) => boolean) => formulas.filter(holds).length / formulas.length;
  return { formulas: formulas.length, balanced: share(isBalanced), complete: share(isComplete) };
}

function isBalanced(tex: string): boolean {
  let depth = 0;
  for (const sign of tex.replaceAll(/\\[{}]/g, '')) {
    if (sign === '(' || sign === '[') depth++;
    else if ((sign === ')' || sign === ']') && --depth < 0) return false;
  }
  return depth === 0;
}

function isComplete(tex: string): boolean {
  const bare = tex.trim();
  const isAlone = bare.length <= 2 || /^\\[a-z]+$/.test(bare);
  return (isAlone || !OPEN_END.test(bare)) && (!BASELESS.test(bare) || UNIT_EXPONENT.test(bare));
}
