import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { cookieOf, cookieOptions, requireSameOrigin } from './session-cookie.ts';

const request = (more: object) => ({ method: 'POST', headers: {}, secure: false, ...more }) as unknown as Request;

test('a cookie is found by its whole name', () => {
  const req = request({ headers: { cookie: 'my-session=1; session=two; other=3' } });
  expect(cookieOf(req, 'session')).toBe('two');
  expect(cookieOf(req, 'sess')).toBeUndefined();
  expect(cookieOf(request({}), 'session')).toBeUndefined();
});

test.each([
  [true, false, true],
  [false, true, true],
  [false, false, false],
])('a cookie over HTTPS %s of a service that requires it %s is secure: %s', (secure, required, expected) => {
  expect(cookieOptions(request({ secure }), required)).toMatchObject({
    secure: expected,
    httpOnly: true,
    sameSite: 'strict',
  });
});

test.each([
  ['POST', 'http://here', 'here', true],
  ['DELETE', 'https://here', 'here', true],
  ['POST', 'https://elsewhere', 'here', false],
  ['POST', undefined, 'here', false],
  ['POST', 'http://undefined', undefined, false],
  ['GET', 'https://elsewhere', 'here', true],
])('%s with the origin %s to the host %s is permitted: %s', (method, origin, host, isPermitted) => {
  const check = () => requireSameOrigin(request({ method, headers: { origin, host } }));
  if (isPermitted) expect(check).not.toThrow();
  else expect(check).toThrow('need an Origin header with the address of this server');
});
