import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@almagest/test-kit/free-port';
import { runProgram } from '@almagest/test-kit/program';
import { until } from '@almagest/test-kit/until';
import { startNameServer } from './name-server.ts';

const CONFIGURATION = join(import.meta.dirname, '../../../../infra/haproxy/haproxy.cfg');
/** Debian installs haproxy in a folder that is not on the PATH of ordinary users. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

/**
 * Whether haproxy is installed. Without it, the tests that need it are skipped. In continuous integration they fail
 * instead, unless WITHOUT_HAPROXY is set.
 */
export const HAS_HAPROXY = spawnSync('haproxy', ['-v'], { env: { PATH } }).status === 0;
if (!HAS_HAPROXY && process.env['CI'] !== undefined && process.env['WITHOUT_HAPROXY'] === undefined)
  throw new Error('no haproxy on the PATH: install the package haproxy, or set WITHOUT_HAPROXY=1 to skip its tests');

export interface Balancer {
  readonly pid: number;
  readonly url: string;
  /** Sets the addresses to which the name of the replicas resolves. Simulates containers that start and end. */
  setReplicas(addresses: readonly string[]): void;
  output(): string;
  kill(): Promise<void>;
}

export interface BalancerOptions {
  /** The port on which every replica listens, each on its own address. */
  readonly replicaPort: number;
  readonly port?: number;
  readonly answerTimeout?: string;
  /** Number of proxies. Default: the variable is not set. */
  readonly trustProxy?: string | undefined;
}

/** Starts the balancer with the repository's configuration. */
export async function startBalancer({
  replicaPort,
  port: wanted,
  answerTimeout = '120s',
  trustProxy,
}: BalancerOptions): Promise<Balancer> {
  const names = await startNameServer();
  const port = wanted ?? (await freePort());
  const program = runProgram(['haproxy', '-db', '-f', CONFIGURATION], {
    env: {
      PATH,
      LISTEN: `127.0.0.1:${port}`,
      REPLICAS: `replicas:${replicaPort}`,
      NAME_SERVER: names.address,
      ANSWER_TIMEOUT: answerTimeout,
      ...(trustProxy === undefined ? {} : { TRUST_PROXY: trustProxy }),
    },
  });
  let ended = false;
  void program.exited.then(() => (ended = true));
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (ended) throw new Error(`haproxy ended:\n${program.output()}`);
    return await fetch(url).then(
      () => true,
      () => false,
    );
  }, 'haproxy to listen');
  return {
    pid: program.pid,
    url,
    setReplicas: (addresses) => (names.addresses = addresses),
    output: () => program.output(),
    kill: async () => {
      await program.kill();
      await names.close();
    },
  };
}
