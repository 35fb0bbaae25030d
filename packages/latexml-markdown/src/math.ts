import type { Element } from 'domhandler';
import { classAfter, rawText } from './dom.ts';
import type { Flow } from './flow.ts';
import type { Reader, StructureReader } from './reader.ts';
import { mathText, texOf, tidyTex } from './tex.ts';
import { applyDefinitions, resolveReferences, undefinedIn } from './undefined-macros.ts';

/** Returns a displayable formula. Adds a warning for each command that the converter did not know. */
function readTex(tex: string, math: Element, reader: Reader): string {
  const unknown = undefinedIn(math);
  for (const name of unknown) reader.warnings.add('undefined_macro', name);
  const linkOf = (href: string) => {
    const target = reader.page.linkTarget(href);
    return target.kind === 'inside' ? target.id : undefined;
  };
  return resolveReferences(applyDefinitions(tex, unknown, reader.definitions), math, linkOf);
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
      put(readTex(tex, element, reader), element.attribs['display'] === 'block', flow);
    }
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
