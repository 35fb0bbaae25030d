import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { markdownOfHtml } from './note-markdown.ts';

const text = (html: string) => markdownOfHtml(html).text;

test('converts paragraphs, headings, emphasis and links', () => {
  expect(
    text('<div data-schema-version="9"><h1>Plan</h1><p>One <strong>bold</strong> and <em>soft</em></p></div>'),
  ).toBe('# Plan\n\nOne **bold** and *soft*');
  expect(text('<p>see <a href="https://a.example/x">here</a> and <a href="javascript:alert(1)">there</a></p>')).toBe(
    'see [here](https://a.example/x) and there',
  );
  expect(text('<p>one<br>two &amp; three &lt;b&gt;</p>')).toBe('one\ntwo & three <b>');
});

test('converts nested lists and quotes', () => {
  expect(text('<ul><li><p>a</p></li><li>b<ol><li>c</li><li>d</li></ol></li></ul><p>end</p>')).toBe(
    '- a\n- b\n  1. c\n  2. d\n\nend',
  );
  expect(text('<blockquote><p>said</p><p>again</p></blockquote>')).toBe('> said\n>\n> again');
});

test('formulas are kept, and code is fenced', () => {
  expect(text('<p><span class="math">$x_1$</span></p><pre class="math">$$a &lt; b$$</pre>')).toBe('$x_1$\n\n$$a < b$$');
  expect(text('<pre>a\n  b</pre>')).toBe('```\na\n  b\n```');
});

test('pictures are reported, and scripts are dropped', () => {
  expect(markdownOfHtml('<p>a<img src="x"></p><script>alert(1)</script>')).toEqual({
    text: 'a',
    dropped: ['a picture'],
  });
});

test('a note of deeply nested elements keeps its words', () => {
  expect(text('<i>a <b>'.repeat(200_000)).match(/a/g)).toHaveLength(200_000);
});

test('any text is converted without losing words', () => {
  fc.assert(
    fc.property(fc.string(), (html) => {
      expect(typeof markdownOfHtml(html).text).toBe('string');
    }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('<ul>', '<li>', 'word', '</li>', '<p>', '</ul>', '<blockquote>', '</p>')),
      (parts) => {
        const words = (all: string) => all.match(/word/g)?.length ?? 0;
        expect(words(text(parts.join('')))).toBe(words(parts.join('')));
      },
    ),
  );
});
