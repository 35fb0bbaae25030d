import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readTarget } from './notification-target.ts';

test.each([
  ['https://hooks.example.org', 'https://hooks.example.org'],
  ['https://hooks.example.org/', 'https://hooks.example.org'],
  ['https://hooks.example.org/services/T0/B0/XXXX', 'https://hooks.example.org/…'],
  ['https://user:password@hooks.example.org/', 'https://hooks.example.org/…'],
  ['http://10.0.0.7:8080/?token=x', 'http://10.0.0.7:8080/…'],
  ['HTTPS://Hooks.example.org/a', 'https://hooks.example.org/…'],
])('%s is a webhook and is shown as %s', (text, shown) => {
  expect(readTarget(text)).toMatchObject({ kind: 'webhook', shown });
});

test.each(['ann@example.org', 'grid+alerts@mail.observatory.example', 'root@localhost', ' ann@example.org '])(
  '%s is a mail address',
  (text) => {
    expect(readTarget(text)).toEqual({ kind: 'mail', address: text.trim(), shown: text.trim() });
  },
);

test.each([
  'ftp://example.org/x',
  'https://',
  'https:example.org',
  'https://exa mple.org/',
  'https://example.org/#part',
  'example.org',
  'ann@',
  '@example.org',
  'Ann <ann@example.org>',
  'ann@example.org, bob@example.org',
  'ann@example.org\nbcc: bob@example.org',
  '"ann bob"@example.org',
  'javascript:alert(1)',
  'https://user:%zz@example.org/',
  `${'a'.repeat(65)}@example.org`,
  `ann@${'a.'.repeat(130)}org`,
])('%j is neither', (text) => {
  expect(readTarget(text)).toBeUndefined();
});

test('the displayed address omits user, path and query', () => {
  const secret = fc.stringMatching(/^[a-z0-9]{12,20}$/);
  fc.assert(
    fc.property(secret, secret, secret, secret, (user, password, path, query) => {
      const shown = readTarget(`https://${user}:${password}@host.example/${path}?${query}=${query}`)?.shown ?? '';
      expect([user, password, path, query].filter((part) => shown.includes(part))).toEqual([]);
    }),
  );
});
