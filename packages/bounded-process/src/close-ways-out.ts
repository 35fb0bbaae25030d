import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Makes all of Node's ways to open a connection or a port, to look up a name or to signal a process fail in this
 * process. Node's permissions do not cover them. HTTP and TLS use these functions.
 */
export function closeWaysOut(): void {
  const network = refusal('this process has no network');
  for (const prototype of [net.Socket.prototype, net.Server.prototype])
    replace(prototype, /^(?:connect|listen|_listen2)$/, network);
  replace(net, /^_createServerHandle$/, network);
  // Every socket for datagrams has an object with the functions of the system.
  replace(dgram, /ocket/, network);
  for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    replace(resolver, /^(?:lookup|resolve|reverse)/, network);
  // SIGUSR1 makes another process of Node listen for a debugger.
  replace(process, /^_?kill$|^_debug/, refusal('this process may not signal others'));
  syncBuiltinESMExports();
}

function refusal(message: string): () => never {
  // An arrow function would not be a constructor, as `dgram.Socket` is.
  return function refuse(): never {
    throw Object.assign(new Error(message), { code: 'ERR_ACCESS_DENIED' });
  };
}

function replace(owner: object, names: RegExp, value: () => never): void {
  for (const name of Object.getOwnPropertyNames(owner))
    if (names.test(name)) Object.defineProperty(owner, name, { value, configurable: false });
}
