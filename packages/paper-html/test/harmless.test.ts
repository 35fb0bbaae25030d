import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderBlock } from '@almagest/paper-html';
import { load } from 'cheerio';
import { safeFormula } from '../src/safe-html.ts';
import { harmIn } from './harm.ts';

const OPTIONS = { figures: '/figures/', anchors: true };
const render = (markdown: string, kind = 'paragraph') => renderBlock({ kind, markdown }, OPTIONS).html;

const ATTACKS: readonly (readonly [string, string])[] = [
  ['a picture with a handler', '<img src=x onerror=alert(1)>'],
  ['a script', 'a <script>alert(1)</script> b'],
  ['a link to a script', '[x](javascript:alert(1))'],
  ['a written-out link to a script', '<a href="jav&#x09;ascript:alert(1)">x</a>'],
  ['a link to an older script', '<a href="vbscript:msgbox(1)">x</a>'],
  ['a link to a page within itself', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
  ['a formula with a link', String.raw`$\href{javascript:alert(1)}{x}$ $\url{javascript:alert(1)}$`],
  ['a formula with a style', String.raw`$\htmlStyle{position:fixed;top:0}{x}$ $\htmlClass{bar}{x}$`],
  ['a formula with a name', String.raw`$\htmlId{main}{x}$ $\htmlData{action=delete}{x}$`],
  ['a formula with a picture', String.raw`$\includegraphics[height=1em]{https://evil.example/x.png}$`],
  ['a frame', '<iframe src="https://evil.example" srcdoc="<script>alert(1)</script>"></iframe>'],
  [
    'a drawing with scripts',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><animate onbegin=alert(1)></a><script>alert(1)</script></svg>',
  ],
  [
    'markup that changes when it is parsed a second time',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  ],
  ['a style sheet', '<style>body{display:none}</style><p style="position:fixed;inset:0">over all</p>'],
  ['a form', '<form action="https://evil.example"><input name=token><button formaction=x>go</button></form>'],
  ['a definition without end', String.raw`$\def\a{\a\a}\a$`],
  [
    'elements that load something or replace the page',
    '<base href="//evil"><meta http-equiv=refresh content=0><link rel=stylesheet href=x>',
  ],
  ['what plays', '<details open ontoggle=alert(1)><video src=x onerror=alert(1)><object data=x></object></details>'],
];

test.each(ATTACKS)('%s has no effect', (_what, attack) => {
  for (const place of [
    attack,
    `before ${attack} after`,
    `> - ${attack}`,
    `| ${attack.replaceAll('|', ' ')} |\n| --- |`,
  ]) {
    for (const kind of ['paragraph', 'footnote']) expect(harmIn(render(place, kind))).toEqual([]);
  }
});

test('any mixture of attacks and Markdown has no effect', () => {
  const pieces = fc.constantFrom(
    ...ATTACKS.map(([, attack]) => attack),
    ...'< > " \' ` $ \\ ![x]( ]( ) [^ ]: } &lt; &#60; <!-- --> <![CDATA[ ]]> <a\thref=" '.split(' '),
    ...'<svg> </svg> <math> <p> <td> </table> <title> <textarea> <noscript> <xmp> <select>'.split(' '),
    ' ',
    '\n',
    '\n\n',
    '$$\n',
    '&#xE000;',
    '0&#xE001;',
    '\uE000',
    '0\uE001',
    '<div><img src="/figures/p/x.png" alt="\n\n',
    '<img src="/figures/p/.',
    '$x$',
    String.raw`\text{`,
    String.raw`\gdef\x{`,
    String.raw`\color{red;background:url(x)}`,
    String.raw`\rule{999em}{999em}`,
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), fc.constantFrom('paragraph', 'footnote'), (parts, kind) => {
      expect(harmIn(render(parts.join(''), kind))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('a forbidden command in a formula is shown by name, and its markup would be removed as well', () => {
  const shown = load(render(String.raw`$a\includegraphics{https://evil.example/x.png}b$`))('.katex-html').text();
  expect(shown).toBe(String.raw`a\includegraphicsb`);
  expect(
    safeFormula(
      '<span class="x" style="position:fixed" onclick="f()"><img src="x"><a href="javascript:f()">b</a></span>',
    ),
  ).toBe('<span class="x"><span>b</span></span>');
  expect(safeFormula('<span style="height:1em;position:relative"></span>')).toContain('style="height:1em');
});

test.each([
  'position:FIXED',
  'Position: Absolute',
  'position:-webkit-sticky',
  'border-image:url()',
  'border-image:URL(x)',
  'border-image:image-set(url(x) 1x)',
  'background-color:red;border-image-source: Url (x)',
])('a formula loses the style %s', (style) => {
  expect(safeFormula(`<span style="${style}">x</span>`)).toBe('<span>x</span>');
});

test('a formula keeps lengths and colours in any case', () => {
  const html = '<span style="HEIGHT:1EM;color:RGB(1,2,3)">x</span>';
  expect(safeFormula(html)).toBe(html);
});

test('a formula cannot cover the page', () => {
  expect(render(String.raw`$\rule{9999em}{9999em}$`)).toMatch(/height:50em/);
  expect(render(String.raw`$\rule{9999em}{9999em}$`)).not.toMatch(/:\d{3}/);
});

test('ids of the surrounding page cannot be used', () => {
  expect(render('<a id="main"></a><a id="S2.E1"></a><a id="constructor"></a><div id="notices">x</div>')).toBe(
    '<p><a id="paper.main"></a><a id="S2.E1"></a><a id="paper.constructor"></a></p><div id="paper.notices">x</div><p></p>\n',
  );
});

const ELSEWHERE = [
  'https://evil.example/x.png',
  'data:image/png;base64,AA',
  '//evil.example/x',
  '/figures/../api/x',
  '/figures/p/../../api/x',
  '/figures/p/%2e%2e/%2E%2e/api/x',
  '/figures/p/.%2e/x.png',
  '/figures/p/..%2f..%2fapi',
  '/figures/p/a/b.png',
  'figures/p/x.png',
];

test('an image of a paper whose code contains two dots is shown, but no other address in any spelling', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9A-Za-z&.]{1,19}$/).filter((code) => !/^\.{1,2}$/.test(code)),
      fc.array(fc.constantFrom('..', '.', '%2e%2e', '.%2E', '%2e', 'x', '%2f', '%5c', '\\', 'api'), {
        minLength: 1,
        maxLength: 5,
      }),
      (code, steps) => {
        const own = `/figures/${encodeURIComponent(code)}/x1.png`;
        expect(load(render(`<img src="${own}">`))('img').attr('src')).toBe(own);
        const led = load(render(`<img src="/figures/${code}/${steps.join('/')}/x1.png">`))('img').attr('src');
        expect(led === undefined || /^\/figures\/[^/]+\/[^/]+$/.test(new URL(led, 'http://a').pathname)).toBe(true);
        expect(led === undefined || new URL(led, 'http://a').pathname).toBe(led === undefined || led);
      },
    ),
  );
});

test.each([
  'http://127.0.0.1:8000/api/library/trash',
  'http://2130706433/',
  'HTTP://LocalHost:8000/',
  'http://literature:8000/',
  'https://[::1]/',
  'http://192.168.1.1/reboot',
  'http://printer.local./',
  'http://user@app.localhost/',
  'http:/\\127.0.0.1/',
  '/api/library',
])('a link to %s is shown as text', (address) => {
  const shown = load(render(`<a href="${address}">see</a> [there](${address})`));
  expect(
    shown('a[href]')
      .toArray()
      .map((link) => link.attribs['href']),
  ).toEqual([]);
  expect(shown.text()).toContain('see');
});

test('a link to a public name stays', () => {
  for (const address of ['https://doi.org/10.5555/a', 'http://example.org:8080/x', 'mailto:a@example.org'])
    expect(load(render(`<a href="${address}">see</a>`))('a').attr('href')).toBe(address);
});

test('a formula appears at its place, and no text can make it appear elsewhere', () => {
  const written = render(
    'one $a+b$ two &#xE000;0&#xE001; \uE0000\uE001 <img src="/figures/p/x.png" alt="&#xE000;0&#xE001;">',
  );
  expect(load(written)('.katex')).toHaveLength(1);
  expect(load(written)('img').attr('alt')).toBe('\uE0000\uE001');
  // The quote opens in one HTML block and closes in the next, so the formula between them is part of the attribute.
  const within = render('<div><img src="/figures/p/x.png" alt="\n\n$x<y$\n\n<div>">z</div>');
  expect(harmIn(within)).toEqual([]);
  expect(load(within)('img').attr('alt')).toMatch(/^\s*<p><\/p>\s*<div>$/);
});

test('only the paper’s own images are shown, and others are replaced by their alternative text', () => {
  const shown = render('![Figure 1](/figures/p/x1.png)');
  expect(shown).toBe('<p><img src="/figures/p/x1.png" alt="Figure 1" loading="lazy" /></p>\n');
  for (const src of ELSEWHERE)
    expect(render(`![Figure 1](${src})`)).toMatch(/^<p>(?:<span class="no-picture">Figure 1<\/span>|!\[.*)<\/p>\n$/);
});
