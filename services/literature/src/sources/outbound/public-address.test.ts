import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isPublicAddress } from './public-address.ts';

test.each(['8.8.8.8', '131.142.185.23', '172.15.255.255', '172.32.0.0', '2a04:4e42::81', '2606:4700::6810:84e5'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each(
  `0.0.0.0 0.255.1.1 10.1.2.3 100.127.255.255 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1
  198.19.0.1 224.0.0.251 240.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8 ::ffff:10.0.0.1 ::7f00:1 fe80::1 fec0::1
  fc00::1 fd12:3456::1 ff02::1 2001::1 2001:db8::1 2002:7f00:1:: 64:ff9b:1::1`.split(/\s+/),
)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('an IPv4 address translated to IPv6 is public if and only if the original is', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublicAddress(address));
    }),
  );
});
