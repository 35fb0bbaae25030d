import { existsSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import MarkdownIt, { type Token } from 'markdown-it';
import { pathOf, read } from '../src/checkout.ts';

const markdown = new MarkdownIt({ html: true });
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.state']);
const FILES = globSync('**/*.md', { cwd: pathOf('.'), exclude: (name) => NOT_OURS.has(name.split('/').at(-1) ?? '') });

const tokensOf = (file: string): Token[] =>
  markdown.parse(read(file), {}).flatMap((token) => [token, ...(token.children ?? [])]);

/** Returns the anchor that GitHub gives a heading: lower case, without punctuation, with dashes for spaces. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

const known = new Map<string, Set<string>>();
function anchorsOf(file: string): Set<string> {
  let anchors = known.get(file);
  if (anchors === undefined) {
    const tokens = markdown.parse(read(file), {});
    const headings = tokens.flatMap((token, index) => (token.type === 'heading_open' ? [tokens[index + 1]] : []));
    const textOf = (token: Token | undefined) => (token?.children ?? []).map(({ content }) => content).join('');
    anchors = new Set(headings.map((heading) => anchorOf(textOf(heading))));
    known.set(file, anchors);
  }
  return anchors;
}

function isBroken(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), decodeURIComponent(path)));
  if (!existsSync(pathOf(target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
}

test('every link between documents leads to an existing file and heading', () => {
  const links = FILES.flatMap((file) =>
    tokensOf(file).flatMap((token) => {
      const link = token.attrGet('href') ?? token.attrGet('src');
      return typeof link !== 'string' || /^[a-z]+:/.test(link) ? [] : [[file, link] as const];
    }),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(([file, link]) => isBroken(file, link))).toEqual([]);
});

test.each([
  ['README.md', 'docs/none.md', true],
  ['README.md', 'docs/operations.md#none', true],
  ['docs/operations.md', '../README.md#two-commands', false],
  ['README.md', '#connect-an-engine', false],
])('in %s a link to %s is broken: %s', (file, link, expected) => {
  expect(isBroken(file, link)).toBe(expected);
});
