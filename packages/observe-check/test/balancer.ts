import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@almagest/chaos/run/programs';
import { runProgram } from '@almagest/chaos/program';
import { until } from '@almagest/chaos/until';
import { startNameServer } from './name-server.ts';

const CONFIGURATION = join(import.meta.dirname, '../../../infra/haproxy/haproxy.cfg');
/** Debian puts it where an ordinary user does not look. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

/**
 * Whether there is a haproxy. Where there is none, tests that need it are skipped, but not in continuous integration,
 * unless that says by WITHOUT_HAPROXY that it knows.
 */
export const HAS_HAPROXY = spawnSync('haproxy', ['-v'], { env: { PATH } }).status === 0;
if (!HAS_HAPROXY && process.env['CI'] !== undefined && process.env['WITHOUT_HAPROXY'] === undefined)
  throw new Error('no haproxy on the PATH: install the package haproxy, or set WITHOUT_HAPROXY=1 to skip its tests');

export interface Balancer {
  readonly pid: number;
  readonly url: string;
  /** What the name of the replicas stands for from now on, as after a container started or ended. */
  setReplicas(addresses: readonly string[]): void;
  /** What it has said so far. */
  output(): string;
  kill(): Promise<void>;
}

export interface BalancerOptions {
  /** Where every replica listens, on an address of its own. */
  readonly replicaPort: number;
  readonly port?: number;
  readonly answerTimeout?: string;
}

/** Starts the balancer with the configuration of the repository. */
export async function startBalancer({
  replicaPort,
  port: wanted,
  answerTimeout = '120s',
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
