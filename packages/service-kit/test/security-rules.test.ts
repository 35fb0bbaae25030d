import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from '@jest/globals';

// Rules that no test of behaviour can check, because they say where in the sources something may be done.
const ROOT = join(import.meta.dirname, '../../..');
const FILES = globSync(['packages/service-kit/src/**/*.ts', 'services/*/src/**/*.ts'], { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts'),
);
const LINES = FILES.flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((text) => ({ file: relative('.', file), text: text.trim() })),
);

/** Returns the lines that match, as `file: line`. */
function linesWith(pattern: RegExp): string[] {
  return LINES.filter(({ text }) => pattern.test(text)).map(({ file, text }) => `${file}: ${text}`);
}

function filesWith(pattern: RegExp): string[] {
  return [...new Set(LINES.filter(({ text }) => pattern.test(text)).map(({ file }) => file))].toSorted();
}

const SECRET = String.raw`\w*(?:token|secret|password|apikey|api_key)`;
const NOTHING = String.raw`(?:undefined|null|'')`;

test('finds the sources', () => {
  expect(FILES.length).toBeGreaterThan(200);
  expect(FILES).toContain('packages/service-kit/src/http/credentials.ts');
});

test('credentials are compared only by digest and in constant time', () => {
  expect(linesWith(new RegExp(String.raw`\b${SECRET}\)?\s*(?:===|!==)(?!\s*${NOTHING})`, 'i'))).toEqual([]);
  expect(
    // oxlint-disable-next-line regexp/no-super-linear-move -- It reads lines of our own sources.
    linesWith(new RegExp(String.raw`(?<!${NOTHING}|typeof \w+)\s(?:===|!==)\s*[\w.?]*\b${SECRET}\b(?!\.|\()`, 'i')),
  ).toEqual([]);
  expect(filesWith(/\btimingSafeEqual\b/)).toEqual(['packages/service-kit/src/http/credentials.ts']);
});

test('only the guarded client, the model client and the notification senders send requests', () => {
  expect(
    filesWith(
      /new HttpClient\(|from '(?:nodemailer|undici|node:dns|node:tls|node:http2|axios|got)'|\bglobalThis\.fetch|(?<![.\w])fetch\(.*(?:url|https?:)/i,
    ),
  ).toEqual([
    'packages/service-kit/src/mail/mail-sender.ts',
    'services/grid-coordinator/src/senders/webhook-sender.ts',
    'services/literature/src/sources/language-model/provider.ts',
    'services/literature/src/sources/outbound.ts',
    'services/literature/src/sources/outbound/connector.ts',
  ]);
  // These files contain the server.
  expect(filesWith(/from 'node:https?'/)).toEqual([
    'packages/service-kit/src/http/body-progress.ts',
    'packages/service-kit/src/http/http-server.ts',
  ]);
});

test('markup of pages and papers is parsed and rendered in separate processes', () => {
  expect(filesWith(/\b(?:classifyPage|inspectPage|readPageText|renderBlock)\b/)).toEqual([
    'services/literature/src/application/reading/render-process.ts',
    // This is the markup of the empty page that represents a redirect.
    'services/literature/src/sources/full-text/diagnose.ts',
  ]);
});

test('no response opens the service to pages of other sites', () => {
  expect(linesWith(/access-control-|from 'cors'/i)).toEqual([]);
});

test('no shell runs anything, and no text is run as code', () => {
  expect(linesWith(/\b(?:exec|execSync)\(\s*[`'"]|shell:\s*true|(?<![.\w])eval\(|new Function\(/)).toEqual([]);
});

test('the console does not parse text as markup', () => {
  const files = globSync(['packages/ui/src/**/*.{ts,tsx}', 'services/*/console/src/**/*.{ts,tsx}'], { cwd: ROOT });
  expect(files.length).toBeGreaterThan(100);
  const markup =
    /\b(?:dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|document\.write)\b/;
  expect(files.filter((file) => markup.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test('every test named on the security page exists', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  let folder = '';
  const named = [...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, name = '']) => {
    // A name without a folder is in the same folder as the previous name.
    if (name.includes('/')) folder = dirname(name);
    return name.includes('/') ? name : join(folder, name);
  });
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
