import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { relyingPartyOf } from './relying-party.ts';

test('passkeys work at the host name and the origin of the public address', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('http', 'https'),
      fc.domain(),
      fc.option(fc.integer({ min: 1, max: 65_535 })),
      (scheme, host, port) => {
        const { id, origin } = relyingPartyOf(`${scheme}://${host}${port === null ? '' : `:${port}`}`);
        expect(id).toBe(host.toLowerCase());
        expect(new URL(origin)).toMatchObject({ protocol: `${scheme}:`, hostname: id });
      },
    ),
  );
});

test.each(['127.0.0.1', '127.8.0.1', '[::1]', 'localhost'])('%s means localhost at the same port', (host) => {
  expect(relyingPartyOf(`http://${host}:8090`)).toEqual({ id: 'localhost', origin: 'http://localhost:8090' });
});

test.each(['192.0.2.1', '[2001:db8::1]', '10.0.0.1:8090', '128.0.0.1'])('%s has no passkeys', (host) => {
  expect(() => relyingPartyOf(`http://${host}`)).toThrow('PUBLIC_URL has an IP address');
});
