import { startApi } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { World } from './world.ts';

/** Starts another API with the data of a world. A variable given as `undefined` is unset. */
export async function startReplica(
  world: World,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<{ readonly url: string; stop(): Promise<void> } & AsyncDisposable> {
  const { server, stop } = await startApi(readConfig({ ...world.env, ...env }, []));
  return { url: `http://127.0.0.1:${server.port}`, stop, [Symbol.asyncDispose]: stop };
}
