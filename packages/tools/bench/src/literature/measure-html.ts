import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blocksToMarkdown } from '@almagest/latexml-markdown';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import type { Row } from '../report/row.ts';

const ROUNDS = 3;

/**
 * Converts papers' HTML pages to Markdown and measures how fast that is and how many formulas are preserved exactly.
 */
export async function* measureHtml(folder: string): AsyncGenerator<Row> {
  let bytes = 0;
  let seconds = 0;
  let formulas = 0;
  let kept = 0;
  for (const file of (await readdir(join(folder, 'html'))).filter((name) => name.endsWith('.html')).toSorted()) {
    const html = await readFile(join(folder, 'html', file), 'utf8');
    const begun = performance.now();
    let markdown = '';
    for (let round = 0; round < ROUNDS; round += 1) markdown = blocksToMarkdown(parsePaper(html).blocks);
    const spent = (performance.now() - begun) / 1_000;
    const source = formulasOf(html);
    const text = squeezed(markdown);
    const found = source.filter((formula) => text.includes(formula)).length;
    yield {
      what: `HTML ${file.replace('.html', '')}`,
      value: source.length === 0 ? 100 : (found / source.length) * 100,
      unit: '% formulas',
      detail: `${found} of ${source.length} letter for letter; ${(html.length / 1e6).toFixed(2)} MB, ${((spent / ROUNDS) * 1_000).toFixed(0)} ms a parse`,
    };
    bytes += html.length * ROUNDS;
    seconds += spent;
    formulas += source.length;
    kept += found;
  }
  if (seconds === 0) return;
  yield {
    what: 'HTML, all papers',
    value: (kept / formulas) * 100,
    unit: '% formulas',
    detail: `${kept} of ${formulas}`,
    goal: { atLeast: 99.9 },
  };
  yield {
    what: '  speed',
    value: bytes / 1e6 / seconds,
    unit: 'MB/s',
    detail: `mean of ${ROUNDS} parses of each paper`,
  };
}

/** The TeX of every formula of the page, without blanks. */
function formulasOf(html: string): string[] {
  const found = [...html.matchAll(/<math\b[^>]*\balttext="([^"]*)"/g)].map(([, tex = '']) => squeezed(decoded(tex)));
  return found.filter((tex) => tex !== '');
}

/** Different spellings of the same formula: the parser writes the one that readers of Markdown and KaTeX understand. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/\\lt(?![A-Za-z])/g, '<'],
  [/\\gt(?![A-Za-z])/g, '>'],
  // LaTeXML breaks long formulas with `%` at the end of a line, and marks display formulas with `\displaystyle`.
  [/%\n/g, ''],
  [/\\displaystyle(?![A-Za-z])/g, ''],
  [/\s+/g, ''],
  // Older classes compose `<~` and `>~` from two characters of a font.
  [
    /\\mathrel\{\\hboxto0\.0pt\{\\lower[^$]*\$\\mathchar536[^$]*\$[^$]*\$\\mathchar318\\relax\$\}\}/g,
    String.raw`\gtrsim`,
  ],
  [
    /\\mathrel\{\\hboxto0\.0pt\{\\lower[^$]*\$\\mathchar536[^$]*\$[^$]*\$\\mathchar316\\relax\$\}\}/g,
    String.raw`\lesssim`,
  ],
  [/\\color\[rgb\]\{[^}]*\}(?:\\definecolor\[named\]\{[^}]*\}\{[^}]*\}\{[^}]*\})?/g, ''],
  [/\\begin\{array\}\[\]/g, String.raw`\begin{array}`],
  [/\\[()]/g, '$'],
];

function squeezed(text: string): string {
  return SAME.reduce((squeezed, [form, same]) => squeezed.replaceAll(form, same), text);
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
}
