import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isBelow } from './address-prefix.ts';

const origin = fc.constantFrom(
  'http://10.0.0.1',
  'http://10.0.0.1:8080',
  'https://10.0.0.1',
  'http://[fd00::1]',
  'http://names',
);
const folders = fc.array(fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,5}$/), { maxLength: 3 });
const join = (...parts: readonly string[]) => parts.map((part) => `/${part}`).join('');

test('a configured address contains itself, its folder and everything below', () => {
  fc.assert(
    fc.property(origin, folders, folders, fc.constantFrom('', '?a=/../b', '#c'), (host, base, extra, rest) => {
      for (const slash of ['', '/']) {
        const configured = new URL(`${host}${join(...base)}${slash}`);
        expect(isBelow(new URL(`${host}${join(...base, ...extra)}${rest}`), configured)).toBe(true);
        expect(isBelow(new URL(`${host}${join(...base)}/${rest}`), configured)).toBe(true);
      }
    }),
  );
});

test('a configured address contains no other origin, parent, sibling or longer name', () => {
  fc.assert(
    fc.property(origin, origin, folders, fc.stringMatching(/^[a-z0-9]{1,4}$/), (host, other, [...base], name) => {
      const last = base.pop() ?? 'api';
      const configured = new URL(`${host}${join(...base, last)}`);
      expect(isBelow(new URL(`${other}${join(...base, last)}`), configured)).toBe(host === other);
      expect(isBelow(new URL(`${host}${join(...base)}`), configured)).toBe(false);
      expect(isBelow(new URL(`${host}${join(...base, `${last}${name}`)}`), configured)).toBe(false);
      expect(isBelow(new URL(`${host}${join(...base, `-${last}`)}`), configured)).toBe(false);
    }),
  );
});

/** Returns the forms in which careless servers may read a path: one form after each of several decodings. */
function readings(path: string): string[] {
  const all = [path];
  for (let times = 0; times < 4; times++)
    all.push((all.at(-1) ?? '').replaceAll(/%(25|2e|2f|5c|3b)/gi, (code) => decodeURIComponent(code)));
  return all.map((text) => new URL(`http://host${text.replaceAll(/;[^/\\]*/g, '')}`).pathname);
}

const hostile = fc
  .array(
    fc.constantFrom(
      '.',
      '..',
      '%2e',
      '%2E',
      '%252e',
      '/',
      '\\',
      '%2f',
      '%5C',
      '%25252f',
      ';a=1',
      '%3b',
      'api',
      'v1',
      'internal',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('no accepted address leads out of its folder, however a server decodes it', () => {
  fc.assert(
    fc.property(hostile, (tail) => {
      const url = new URL(`http://host/api/v1/${tail}`);
      if (isBelow(url, new URL('http://host/api/v1')))
        for (const path of readings(url.pathname)) expect(`${path}/`).toMatch(/^\/api\/v1\//);
    }),
    { numRuns: 2_000 },
  );
});
