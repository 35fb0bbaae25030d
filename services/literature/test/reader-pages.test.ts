import { readdirSync, readFileSync } from 'node:fs';
import { FORMULA_STYLE_SHEET } from '@almagest/paper-html';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openWorld, type World } from './world.ts';

const folder = new URL('../reader/', import.meta.url);
const own = readdirSync(folder).filter((file) => /\.(?:js|css|svg)$/.test(file));
const modules = own.filter((file) => file.endsWith('.js'));
const PAGES = ['library.html', 'batches.html', 'paper.html'] as const;
const ADDRESSES = { 'library.html': '/', 'batches.html': '/batches', 'paper.html': '/read/2013A%26A...552A.143S' };

const fontsOf = (style: string): string[] =>
  [...style.matchAll(/url\((fonts\/[\w-]+\.woff2)\)/g)].map(([, font = '']) => font);
const FONTS = fontsOf(readFileSync(FORMULA_STYLE_SHEET, 'utf8'));
const FILES = [...own, 'katex.min.css', ...FONTS];

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

let world: World;
beforeAll(async () => {
  // The reader's own files are served without a token.
  world = await openWorld({ worker: false, env: { API_TOKEN: 'secret-of-the-library' } });
});
afterAll(async () => {
  await world.close();
});

const sourceOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

function expectStrict(header: string | undefined): void {
  const policy = new Map(
    (header ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/ +/);
      return [name, sources];
    }),
  );
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    // Formulas are set by styles of their elements; a style runs and loads nothing.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
}

test.each(PAGES)('serves %s to anyone, with a policy that runs and loads nothing but its own files', async (name) => {
  const reply = await world.call('get', ADDRESSES[name]).expect(200);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  expectStrict(reply.headers['content-security-policy']);
  expect(reply.text).toBe(sourceOf(name));
  expect(reply.text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i);
  // Nothing of it is from elsewhere.
  expect(reply.text).not.toMatch(/(?:src|href)="(?!\/|#main")/);
});

test.each(FILES)('serves %s as what it is, and anew only when it has changed', async (file) => {
  const reply = await world.call('get', `/reader/${file}`).buffer(true).expect(200);
  expect(reply.headers['content-type']).toBe(TYPES[file.split('.').at(-1) ?? '']);
  expectStrict(reply.headers['content-security-policy']);
  expect(reply.headers['cache-control']).toBe('no-cache');
  await world
    .call('get', `/reader/${file}`)
    .set('If-None-Match', reply.headers['etag'] ?? '')
    .expect(304);
});

test('has all fonts of the formulas, and nothing that is not the browser’s', async () => {
  expect(FONTS).toHaveLength(20);
  const others = `tsconfig.json paper.html missing.js ..%2Fpackage.json ../package.json %2e%2e/package.json
    katex.min.js fonts/..%2fkatex.min.css fonts/KaTeX_Main-Regular.ttf fonts/x/y.woff2`;
  for (const file of others.split(/\s+/)) await world.call('get', `/reader/${file}`).expect(404);
});

/** The files that the browser loads because of a module. There are only static imports (see below). */
function importsOf(file: string): string[] {
  return [...sourceOf(file).matchAll(/^(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, bare]) => from ?? bare ?? '',
  );
}

test('has every file that its pages and modules ask for, and no file that none asks for', () => {
  const linked = PAGES.flatMap((page) => [...sourceOf(page).matchAll(/(?:href|src)="\/reader\/([^"]+)"/g)]);
  const asked = new Set(linked.map(([, file]) => file ?? ''));
  // A set is walked on while it grows: the modules' modules come too.
  for (const file of asked) {
    if (!file.endsWith('.js')) continue;
    for (const specifier of importsOf(file)) {
      expect([file, specifier]).toEqual([file, expect.stringMatching(/^\.\/[\w-]+\.js$/)]);
      asked.add(specifier.slice(2));
    }
  }
  expect([...asked].filter((file) => !file.startsWith('katex')).toSorted()).toEqual(own.toSorted());
});

test.each(modules)('imports into %s only what the other modules export', (file) => {
  const statements = [...sourceOf(file).matchAll(/^import \{([^}]*)\} from '\.\/([^']+)'/gm)];
  expect(statements).toHaveLength(importsOf(file).length);
  for (const [, names = '', from = ''] of statements) {
    const exported = [...sourceOf(from).matchAll(/^export (?:async )?(?:function|class|const|let) (\w+)/gm)].map(
      ([, name]) => name,
    );
    for (const name of names.split(',').map((part) => part.trim()))
      if (name !== '') expect([from, exported]).toEqual([from, expect.arrayContaining([name])]);
  }
});

test.each(modules)('reads in %s no text as code, and as markup only what the server has made safe', (file) => {
  const source = sourceOf(file);
  expect(source).not.toMatch(
    /\b(?:outerHTML|insertAdjacentHTML|document\.write|eval|setHTMLUnsafe|createContextualFragment)\b|new Function\b|\bimport\(/,
  );
  expect(source.match(/\binnerHTML\b/g) ?? []).toHaveLength(file === 'fragment.js' ? 1 : 0);
});

test('asks only for what the OpenAPI document has', async () => {
  const { body } = await world.call('get', '/openapi.json').expect(200);
  const documented = Object.keys((body as { paths: Record<string, unknown> }).paths).map((path) =>
    path.replaceAll(/\{[^{}]*\}/g, '{}'),
  );
  const asked = modules.flatMap((file) =>
    [...sourceOf(file).matchAll(/['"`](\/(?:api|read|batches)\/?[^'"`?]*)['"`?]/g)].map(([, path = '']) =>
      path.replaceAll(/\$\{[^}]*\}/g, '{}'),
    ),
  );
  expect(asked.filter((path) => !documented.includes(path))).toEqual([]);
  // The search above must not lose sight of the calls.
  expect(asked).toEqual(
    expect.arrayContaining(['/api/library', '/api/paper/page', '/api/notes', '/api/sync/events', '/read/{}']),
  );
});

test('rows of a paper that are far from the screen are neither laid out nor painted', async () => {
  const { text: style } = await world.call('get', '/reader/paper.css').expect(200);
  const [, rule = ''] = /\n\.block \{([^{}]*)\}/.exec(style) ?? [];
  // A rendered block keeps its height, so that the scroll bar and links to blocks stay correct.
  expect(rule).toMatch(/content-visibility: auto;\s+contain-intrinsic-size: auto \d+rem;/);
  const { text: script } = await world.call('get', '/reader/paper.js').expect(200);
  expect(script).toContain("{ class: 'block' }");
});
