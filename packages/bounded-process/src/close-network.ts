import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Makes all of Node's ways to open a connection, a port or a name lookup fail in this process. Node's permissions do not
 * cover the network. HTTP and TLS use these functions.
 */
export function closeNetwork(): void {
  const refuse = () => {
    throw Object.assign(new Error('this process has no network'), { code: 'ERR_ACCESS_DENIED' });
  };
  for (const prototype of [net.Socket.prototype, net.Server.prototype, dgram.Socket.prototype])
    for (const name of ['connect', 'listen', 'bind', 'send'])
      if (name in prototype) Object.defineProperty(prototype, name, { value: refuse, configurable: false });
  for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    for (const name of Object.getOwnPropertyNames(resolver))
      if (/^(?:lookup|resolve|reverse)/.test(name))
        Object.defineProperty(resolver, name, { value: refuse, configurable: false });
  syncBuiltinESMExports();
}
