import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that the kernel uses for outgoing connections and `listen(0)` (32768 on Linux, 49152 on macOS). Other
 * tests could take a port of that range before it is used.
 */
const FIRST = 12_000;
const LAST = 32_000;

/** Returns a free TCP port of the loopback address. Another program may still take it before the port is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
