import { escapeMarkup } from '../server/exchange.ts';
import { parseTex, type Tex } from './tex.ts';

/** Writes presentation MathML as LaTeXML does, with the TeX in `alttext` and in the annotation. */
export function mathElement(source: string, id: string, display: 'inline' | 'block'): string {
  const tex = escapeMarkup(continued(source));
  const body = presentation(parseTex(source));
  return (
    `<math id="${id}" class="ltx_Math" alttext="${tex}" display="${display}"><semantics>${body}` +
    `<annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`
  );
}

function presentation(tex: Tex): string {
  switch (tex.kind) {
    case 'row':
      return `<mrow>${tex.items.map(presentation).join('')}</mrow>`;
    case 'sign':
      return sign(tex.text, tex.role);
    case 'space':
      return `<mspace width="${tex.em}em"></mspace>`;
    case 'scripts':
      return scripts(tex);
    case 'fraction':
      return `<mfrac>${presentation(tex.over)}${presentation(tex.under)}</mfrac>`;
    case 'root':
      return `<msqrt>${presentation(tex.of)}</msqrt>`;
    case 'accent':
      return `<mover accent="true">${presentation(tex.base)}<mo>${tex.mark}</mo></mover>`;
  }
}

function sign(text: string, role: Extract<Tex, { kind: 'sign' }>['role']): string {
  const escaped = escapeMarkup(text);
  if (role === 'number') return `<mn>${escaped}</mn>`;
  if (role === 'operator') return `<mo>${escaped}</mo>`;
  if (role === 'fence') return `<mo stretchy="false">${escaped}</mo>`;
  if (role === 'upright' && !/^\p{L}/u.test(text)) return `<mo>${escaped}</mo>`;
  return role === 'upright' && text.length === 1 ? `<mi mathvariant="normal">${escaped}</mi>` : `<mi>${escaped}</mi>`;
}

function scripts(tex: Extract<Tex, { kind: 'scripts' }>): string {
  const base = presentation(tex.base);
  if (tex.sub === undefined) return `<msup>${base}${tex.sup === undefined ? '' : presentation(tex.sup)}</msup>`;
  if (tex.sup === undefined) return `<msub>${base}${presentation(tex.sub)}</msub>`;
  return `<msubsup>${base}${presentation(tex.sub)}${presentation(tex.sup)}</msubsup>`;
}

/** Breaks a long formula after about 70 characters, as LaTeXML does, but never within a command. */
function continued(tex: string): string {
  return tex.replace(/([^]{60,}?[}\s=+])(?=[^]{10})/, '$1%\n');
}
