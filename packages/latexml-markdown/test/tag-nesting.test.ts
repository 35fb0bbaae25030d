import { expect, test } from '@jest/globals';
import { load } from 'cheerio/slim';
import type { AnyNode } from 'domhandler';
import { isTag, isText } from 'domhandler';
import fc from 'fast-check';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { FOLLOW_TAGS } from '../src/load-page.ts';
import { isNestedAsWritten } from '../src/tag-nesting.ts';
import { latexmlPage, math, para } from './latexml-page.ts';

/** Returns a tree without comments, declarations and the bodies that browsers add to tables. Joins adjacent texts. */
function shown(nodes: readonly AnyNode[]): unknown[] {
  const all: unknown[] = [];
  for (const node of nodes) {
    if (isText(node)) {
      const last = all.at(-1);
      if (typeof last === 'string') all[all.length - 1] = last + node.data;
      else all.push(node.data);
    } else if (isTag(node) && node.name === 'tbody' && Object.keys(node.attribs).length === 0) {
      all.push(...shown(node.children));
    } else if (isTag(node)) {
      all.push([node.name, { ...node.attribs }, shown(node.children)]);
    }
  }
  return all;
}

/** Returns the nodes without text. Blanks around the head and the body have no meaning. */
const elementsOnly = (nodes: readonly unknown[]) => nodes.filter((node) => typeof node !== 'string');

function treeOf(nodes: readonly AnyNode[]): unknown {
  const [html] = elementsOnly(shown(nodes)) as [string, object, unknown[]][];
  return (
    html && [html[0], html[1], elementsOnly(html[2]).map((part) => trimmedEnd(part as [string, object, unknown[]]))]
  );
}

/** Trims the text at the end of the body, because browsers move the blanks after the body into the body. */
function trimmedEnd([name, attributes, children]: [string, object, unknown[]]): unknown {
  const last = children.at(-1);
  const rest = children.slice(0, -1);
  return [
    name,
    attributes,
    typeof last === 'string' ? [...rest, last.trimEnd()].filter((one) => one !== '') : children,
  ];
}

const NAMES =
  `div p span a b i em table thead tbody tr td th caption colgroup ul ol li dl dt dd h1 h2 section figure figcaption
  math mi mtext mrow svg g text foreignObject button form pre title script nobr select option br img hr body head html`.split(
    /\s+/,
  );
const VOID_NAMES = new Set(['br', 'img', 'hr']);

const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, depthSize: 'large' },
    fc.constantFrom(
      'text',
      ' ',
      '&amp;',
      'a < b',
      '<!-- note -->',
      '<!-->',
      '\n',
      '</p>',
      '<p>',
      '<br/>',
      '<mi/>',
      '<g/>',
      '&lt; &nbsp;&#8722;&#x1D49C;&#150;&#0;',
      '&copy 1 &notit; &unknown; & &#; &#x;',
    ),
    fc
      .tuple(
        fc.constantFrom(...NAMES),
        fc.constantFrom(
          '',
          ' id="x"',
          " class='a b'",
          ' title="a > b"',
          ' hidden',
          ' href="?a=1&copy=2&amp;b&lt;c&notit;&para"',
        ),
        fc.array(tie('tree'), { maxLength: 4 }),
      )
      .map(([name, attributes, parts]) =>
        VOID_NAMES.has(name) ? `<${name}${attributes}>` : `<${name}${attributes}>${parts.join('')}</${name}>`,
      ),
  ),
}));

const page = fc
  .array(tree, { maxLength: 5 })
  .map((parts) => `<!DOCTYPE html><html><head><title>x</title></head>\n<body>${parts.join('')}</body></html>\n`);

test('a parser that follows the tags and a parser that works like a browser agree on pages that are nested as written', () => {
  let read = 0;
  fc.assert(
    fc.property(page, (html) => {
      if (!isNestedAsWritten(html)) return;
      read += 1;
      const followed = treeOf(load(html, FOLLOW_TAGS).root()[0]?.children as AnyNode[]);
      expect(followed).toEqual(treeOf(parse(html, { treeAdapter: adapter }).children));
    }),
    { numRuns: 3000 },
  );
  expect(read).toBeGreaterThan(300);
});

test('pages of LaTeXML are nested as written', () => {
  const table = '<table class="ltx_tabular"><tbody><tr class="ltx_tr"><td class="ltx_td">1</td></tr></tbody></table>';
  const drawing =
    '<svg viewBox="0 0 1 1"><g><path d="M0 0"/><foreignObject><p class="ltx_p">x</p></foreignObject></g></svg>';
  expect(
    isNestedAsWritten(latexmlPage(`${para(`See ${math('a&lt;b')}<br class="ltx_break">`)}${table}${drawing}`)),
  ).toBe(true);
});

test.each([
  ['a block in a paragraph', '<p><span><div>x</div></span></p>'],
  ['text between the cells of a table', '<table><tbody><tr>x<td>1</td></tr></tbody></table>'],
  ['cells without a row', '<table><tbody><td>1</td></tbody></table>'],
  ['a link in a link', '<a href="#x"><b><a href="#y">x</a></b></a>'],
  ['an element that is not closed', '<div>x'],
  ['elements that overlap', '<b><i>x</b></i>'],
  ['HTML in a drawing', '<svg><p>x</p></svg>'],
  ['a quote within a name', '<span it"s="x">x</span>'],
])('%s is not nested as written', (_, content) => {
  expect(isNestedAsWritten(latexmlPage(content))).toBe(false);
});

test.each([
  ['after its body', '<html><head></head><body></body><div></div></html>'],
  ['in two bodies', '<html><head></head><body></body><body></body></html>'],
  ['with its head after its body', '<html><body></body><head></head></html>'],
  ['without a frame', '<p>x</p>'],
])('a page %s is not nested as written', (_, html) => {
  expect(isNestedAsWritten(html)).toBe(false);
});
