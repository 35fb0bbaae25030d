import type { Element } from 'domhandler';
import { classAfter, descendants, hasClass, rawText } from './dom.ts';
import type { Flow } from './flow.ts';
import type { Reader, StructureReader } from './reader.ts';
import { mathText, texOf, tidyTex } from './tex.ts';

/** Warns of undefined commands in a formula. The formula keeps them and may therefore not be rendered. */
function warnOfErrors(math: Element, reader: Reader): void {
  for (const element of descendants(math)) {
    if (element.name === 'merror' || hasClass(element, 'ltx_ERROR')) {
      reader.warnings.add('undefined_macro', rawText(element).trim());
    }
  }
}

function put(tex: string, display: boolean, flow: Flow): void {
  if (tex === '') return;
  if (display) flow.push({ kind: 'equation', tex, numbers: [] });
  else flow.add({ kind: 'math', tex });
}

/** Reads inline and display `math` elements, images of formulas, and the script elements of MathJax. */
export const readMath: StructureReader = (element, flow, reader) => {
  if (element.name === 'math') {
    const tex = texOf(element);
    if (tex === undefined) {
      const characters = mathText(element);
      if (characters.trim() !== '') reader.warnings.add('no_tex', characters.trim());
      flow.text(characters);
    } else {
      put(tex, element.attribs['display'] === 'block', flow);
    }
    warnOfErrors(element, reader);
    return true;
  }
  if (element.name === 'img' && classAfter(element, 'ltx_Math') !== undefined) {
    put(tidyTex(element.attribs['alt'] ?? ''), false, flow);
    return true;
  }
  const type = element.name === 'script' ? element.attribs['type'] : undefined;
  if (type?.startsWith('math/tex')) {
    put(tidyTex(rawText(element)), type.includes('mode=display'), flow);
    return true;
  }
  return false;
};
