import type { Block } from '@almagest/latexml-markdown';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { renderBlock } from '@almagest/paper-html';
import { expect } from '@jest/globals';
import { renderMarkdown } from '../../latexml-markdown/test/render-markdown.ts';

/** Returns the text of a footnote from its Markdown. */
const textOf = ({ kind, markdown }: Block) =>
  kind === 'footnote' ? markdown.replace(/^\[\^\w+\]: /, '').replace(/^ {4}/gm, '') : markdown;

/** Uses a regular expression instead of a parser, because there are many pages. */
function texShown(shown: string): string[] {
  const found = shown.matchAll(/<(annotation|code) (?:encoding="application\/x-tex"|class="tex")>([^]*?)<\/\1>/g);
  const letters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return [...found].map(([, , tex = '']) =>
    tex.replaceAll(/&(\w+);/g, (_, name: string) => letters[name] ?? '').trim(),
  );
}

/** Renders every block of the pages, and expects the TeX of each formula in its HTML. */
export function typesetAll(pages: Iterable<string>): { formulas: number; untypeset: number } {
  let [formulas, untypeset] = [0, 0];
  for (const page of pages) {
    for (const one of parsePaper(page).blocks) {
      const rendered = renderBlock(one, { figures: '/figures/', anchors: true });
      const wanted = renderMarkdown(textOf(one)).formulas.map((tex) => tex.trim());
      expect(rendered.formulas).toBe(wanted.length);
      formulas += rendered.formulas;
      untypeset += rendered.untypeset;
      expect(texShown(rendered.html).sort()).toEqual(wanted.sort());
    }
  }
  return { formulas, untypeset };
}
