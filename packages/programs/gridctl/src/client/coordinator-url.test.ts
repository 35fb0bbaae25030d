import { expect, test } from '@jest/globals';
import { UsageError } from '../errors.ts';
import { coordinatorUrl, pathOf, queryOf } from './coordinator-url.ts';
import { findToken } from './credential.ts';
import { parseSessions } from './session-file.ts';

test('an address is normalised and never contains a password', () => {
  expect(coordinatorUrl('HTTP://Grid.example.org:80/')).toBe('http://grid.example.org');
  expect(coordinatorUrl('https://example.org/grid//?x#y')).toBe('https://example.org/grid');
  for (const text of ['grid.example.org', 'ftp://x', '', 'http://user:secret@x']) {
    expect(() => coordinatorUrl(text)).toThrow(UsageError);
  }
  expect(() => coordinatorUrl('http://user:secret@x')).toThrow(/^(?!.*secret)/);
});

test('names are escaped in paths, and no name can escape its segment', () => {
  expect(pathOf('/api/workflows/{name}/points/{point}', { name: 'a b', point: 'x/y' })).toBe(
    '/api/workflows/a%20b/points/x%2Fy',
  );
  expect(pathOf('/api/data/file/{filename...}', { filename: 'atoms/he 1.dat' })).toBe(
    '/api/data/file/atoms/he%201.dat',
  );
  for (const name of ['.', '..', '']) expect(() => pathOf('/api/{name}', { name })).toThrow(UsageError);
});

test('a query contains only the values that are set', () => {
  expect(queryOf({ q: 'a&b', wave: 0, limit: undefined })).toBe('?q=a%26b&wave=0');
  expect(queryOf({})).toBe('');
});

test('the command line overrides the environment, and a token is one word', async () => {
  const env = { GRIDCTL_TOKEN: 'from-env', GRIDCTL_TOKEN_FILE: '/nonexistent' };
  expect(await findToken({ token: ' abc\n' }, env)).toBe('abc');
  expect(await findToken({}, env)).toBe('from-env');
  expect(await findToken({}, { GRIDCTL_TOKEN: '' })).toBeUndefined();
  await expect(findToken({ tokenFile: '/nonexistent/t' }, env)).rejects.toThrow(
    'cannot read /nonexistent/t: no such file',
  );
  await expect(findToken({ token: 'a', tokenFile: 'b' }, {})).rejects.toThrow('not both');
  await expect(findToken({ token: '' }, {})).rejects.toThrow('the token from --token is empty');
  await expect(findToken({ token: 'geheim wort' }, {})).rejects.toThrow(/^(?!.*geheim)/);
});

test('a session file is valid or damaged, and its cookie is a valid header value', () => {
  const session = { username: 'admin', cookie: 'grid_session=abc', expires_at: '2026-01-31T12:00:00.000Z' };
  expect(parseSessions(JSON.stringify({ sessions: { 'http://a': session } }))).toEqual({ 'http://a': session });
  for (const broken of [
    '',
    '{}',
    '[]',
    JSON.stringify({ sessions: { x: { ...session, cookie: 'grid_session=a\r\nx' } } }),
  ]) {
    expect(parseSessions(broken)).toBeUndefined();
  }
});
