import type { Operation, PersonRole } from '@almagest/contracts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describeIdentity, permit, streamTags, type Identity, type PersonIdentity } from './identity.ts';
import { actorOf } from './request-context.ts';

const ROLES = ['viewer', 'operator', 'administrator'] as const;

function isPermitted(person: Pick<PersonIdentity, 'role' | 'scope'>, operation: Partial<Operation>): boolean {
  const credential = { kind: 'session', id: 's', expiresAt: new Date(0) } as const;
  try {
    permit({ kind: 'person', id: 'p', userName: 'ada', displayName: 'Ada', credential, ...person }, {
      method: 'post',
      ...operation,
    } as Operation);
    return true;
  } catch {
    return false;
  }
}

test('a higher role permits everything that a lower role permits, and a read key never permits more than the role of its person', () => {
  const operation = fc.record({
    method: fc.constantFrom('get', 'post', 'delete'),
    least: fc.constantFrom<(PersonRole | undefined)[]>(...ROLES, undefined),
    reads: fc.constantFrom(true, undefined),
  });
  fc.assert(
    fc.property(operation, fc.nat(2), fc.nat(2), (given, one, two) => {
      const call = given as Partial<Operation>;
      const [low, high] = [ROLES[Math.min(one, two)] ?? 'viewer', ROLES[Math.max(one, two)] ?? 'viewer'];
      const lowMay = isPermitted({ role: low, scope: 'full' }, call);
      const highMay = isPermitted({ role: high, scope: 'full' }, call);
      const keyMay = isPermitted({ role: high, scope: 'read' }, call);
      expect(!lowMay || highMay).toBe(true);
      expect(!keyMay || (highMay && (call.method === 'get' || call.reads === true))).toBe(true);
      if (call.least === undefined) expect(highMay).toBe(false);
    }),
  );
});

test.each([
  ['viewer', 'full', 'post', 'viewer', true],
  ['viewer', 'full', 'post', 'operator', false],
  ['operator', 'full', 'post', 'administrator', false],
  ['operator', 'read', 'get', 'operator', true],
  ['operator', 'read', 'post', 'operator', false],
  ['administrator', 'full', 'get', undefined, false],
] as const)(
  'a %s with the scope %s may call a %s operation that requires %s: %s',
  (role, scope, method, least, expected) => {
    expect(isPermitted({ role, scope }, { method, ...(least === undefined ? {} : { least }) })).toBe(expected);
  },
);

test('the built-in administrator may do everything, has no streams to end, and acts under its name', () => {
  const builtIn: Identity = {
    kind: 'built-in',
    userName: 'root',
    role: 'administrator',
    scope: 'full',
    expiresAt: undefined,
  };
  expect(() => permit(builtIn, { method: 'post' } as Operation)).not.toThrow();
  expect(streamTags(builtIn)).toEqual([]);
  expect(actorOf(builtIn)).toEqual({ kind: 'built-in', name: 'root' });
  expect(describeIdentity(builtIn)).toBe('admin');
});
