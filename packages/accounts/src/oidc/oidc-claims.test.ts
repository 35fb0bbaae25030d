import { UserName } from '@almagest/contracts';
import { compile } from '@almagest/contracts/validate';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ownPage } from './oidc-attempt.ts';
import { displayNameOf, numbered, readRoleMap, roleOf, userNameOf, valuesOf, type RoleMap } from './oidc-claims.ts';

const ROLES = ['viewer', 'operator', 'administrator'] as const;
const mapOf = (text: string) => readRoleMap(text, ROLES) as RoleMap;
const readUserName = compile(UserName);
const isUserName = (text: string) => readUserName(text).ok;

describe('the map of roles', () => {
  test('gives the highest role of all values, and the role of * to everyone', () => {
    const map = mapOf('cn=staff,ou=groups=operator; admins=administrator;guests = viewer');
    expect(roleOf(['guests', 'cn=staff,ou=groups'], map)).toBe('operator');
    expect(roleOf(['cn=staff,ou=groups', 'admins', 'guests'], map)).toBe('administrator');
    expect(roleOf(['others'], map)).toBeUndefined();
    expect(roleOf([], mapOf('*=viewer; admins=administrator'))).toBe('viewer');
  });

  test.each(['', 'staff', 'staff=chief', '=viewer', 'staff=viewer; admins'])('refuses %j', (text) => {
    expect(readRoleMap(text, ROLES)).toHaveProperty('wrong');
  });
});

test('the values of a claim are its texts, under its name or its path', () => {
  expect(valuesOf({ 'https://a.example/roles': ['x', 7, 'y'] }, 'https://a.example/roles')).toEqual(['x', 'y']);
  expect(valuesOf({ realm_access: { roles: ['x'] } }, 'realm_access.roles')).toEqual(['x']);
  expect(valuesOf({ role: 'x' }, 'role')).toEqual(['x']);
  for (const name of ['absent', 'role.length', 'constructor.name', '__proto__'])
    expect(valuesOf({ role: 'x' }, name)).toEqual([]);
});

test('every set of claims gives a valid user name and a name to show', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer());
  const claims = fc.record({ preferred_username: text, email: text, name: text, sub: text }, { requiredKeys: [] });
  fc.assert(
    fc.property(claims, fc.integer({ min: 1, max: 9_999 }), (given, n) => {
      const name = numbered(userNameOf(given), n);
      expect(isUserName(name)).toBe(true);
      const shown = displayNameOf(given, name);
      expect([shown.isWellFormed(), shown.trim() !== '', shown.length <= 200]).toEqual([true, true, true]);
    }),
  );
  expect(userNameOf({ preferred_username: 'Ada Lovelace', sub: '7' })).toBe('Ada-Lovelace');
  expect(userNameOf({ preferred_username: '!!', email: 'ada@example.org' })).toBe('ada@example.org');
});

test('only pages of the service follow a sign-in', () => {
  for (const page of ['/', '/#/library?sort=year', '/#/papers/2014A%26A']) expect(ownPage(page)).toBe(page);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { origin, pathname } = new URL(ownPage(text), 'https://here.example');
      expect([origin, pathname]).toEqual(['https://here.example', '/']);
    }),
  );
  for (const other of ['//elsewhere.example', '/\\elsewhere.example', '/api/people', '/#//x y'])
    expect(ownPage(other)).toBe('/');
});
