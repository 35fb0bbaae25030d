import { describe, expect, test } from '@jest/globals';
import { corpusPages } from '@almagest/upstream-lab/corpus';
import { blocksToMarkdown, type BlockKind } from '@almagest/latexml-markdown';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { renderMarkdown } from './render-markdown.ts';

/** Replaces formulas by U+E000, as in the paper's known text. */
const masked = (text: string): string => text.replace(/\$(?:\\.|[^$\\])+\$/g, '\ue000');
const cellsOf = (row: string): string[] => row.slice(2, -2).split(' | ');
/** Removes the line ends that LaTeXML puts into long formulas, and blanks. */
const squeezed = (tex: string): string => tex.replace(/\s+/g, '');

describe.each(corpusPages())('of the page $name', ({ html, content }) => {
  const paper = parsePaper(html);
  const textsOf = (...kinds: BlockKind[]) =>
    paper.blocks.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => masked(text));

  test('title, headings and their levels are known', () => {
    expect(masked(paper.title)).toBe(content.title);
    const [, ...headings] = paper.blocks.filter(({ kind }) => kind === 'heading');
    const found = headings.map(({ level = 0, text }) => ({
      level: level - 1,
      text: text.replace(/^(?:Appendix )?[A-Z\d.]+ /, ''),
    }));
    // A heading that is printed at the start of its paragraph.
    expect(found.filter(({ text }) => text !== 'Acknowledgements.')).toEqual(content.headings);
  });

  test('every paragraph and item is one block, with its exact text and in order', () => {
    const found = textsOf('paragraph', 'list_item').filter((text) => !text.startsWith('Key Words: '));
    expect(found.map((text) => text.replace(/^\d\. /, ''))).toEqual(content.paras.map(({ text }) => text));
  });

  test('captions, footnotes and references have their exact text', () => {
    expect(textsOf('caption').map((text) => text.replace(':', '.'))).toEqual(content.captions);
    expect(paper.footnotes.map(({ text }) => masked(text))).toEqual(content.footnotes);
    expect(textsOf('reference')).toEqual(content.refs);
  });

  test('every table has its cells', () => {
    const tables = paper.blocks.filter(({ kind }) => kind === 'table').map(({ markdown }) => markdown.split('\n'));
    expect(tables.map(([, , ...rows]) => rows.map(cellsOf))).toEqual(
      content.tables.map(({ rows: [, ...rows] }) => rows),
    );
  });

  test('every formula is kept as its TeX, in order', () => {
    const body = paper.blocks.filter(({ kind }) => kind !== 'footnote');
    const found = renderMarkdown(blocksToMarkdown(body)).formulas.map(squeezed).join('\n');
    let from = 0;
    for (const tex of content.formulas.map(squeezed)) {
      const at = found.indexOf(tex, from);
      expect({ tex, isFound: at >= 0 }).toEqual({ tex, isFound: true });
      from = at + tex.length;
    }
  });
});
