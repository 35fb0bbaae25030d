import { BlockList, isIPv6 } from 'node:net';

/**
 * IPv4 ranges outside the public network. They are the ranges of IANA's special-purpose registry, multicast, and all
 * higher ranges.
 */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/**
 * In IPv6, only global unicast addresses are public. Excludes protocol assignments (including Teredo), documentation
 * and 6to4.
 */
const GLOBAL_V6 = ['2000::', 3] as const;
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

/** IPv6-only networks reach IPv4 addresses under this prefix. The last 32 bits contain the IPv4 address (RFC 6052). */
const TRANSLATED = ['64:ff9b::', 96] as const;

const notPublic = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_V4) {
  notPublic.addSubnet(net, prefix, 'ipv4');
  notPublic.addSubnet(`${TRANSLATED[0]}${net}`, TRANSLATED[1] + prefix, 'ipv6');
}
for (const [net, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(net, prefix, 'ipv6');

const reachable = new BlockList();
reachable.addSubnet(...GLOBAL_V6, 'ipv6');
reachable.addSubnet(...TRANSLATED, 'ipv6');

/**
 * Returns whether an untrusted address may be contacted. Never allows IPv4 addresses mapped to IPv6. No resolver
 * returns such addresses, so they suggest an attempt to hide the target.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return reachable.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
  return !notPublic.check(address, 'ipv4');
}
