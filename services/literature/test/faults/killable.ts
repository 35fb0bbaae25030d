import { useOpenedEach } from '@almagest/test-kit/use-opened';
import type { World } from '../world.ts';
import { startApiProcess, startWorkerProcess, type Program } from './processes.ts';

/** A world whose processes a test may kill. Closing the world kills the processes that still run. */
export interface KillableWorld<W extends World = World> {
  readonly world: W;
  readonly startWorker: (logLevel?: string) => Promise<Program>;
  readonly startApi: (
    ...options: [logLevel?: string, through?: readonly string[]]
  ) => ReturnType<typeof startApiProcess>;
}

/** Opens a world before each test and closes it after the test. Use its members only in hooks and tests. */
export function useKillableWorld<W extends World>(open: () => Promise<W>): KillableWorld<W> {
  const programs: Program[] = [];
  const world = useOpenedEach(async () => {
    const opened = await open();
    const close = async () => {
      await Promise.all(programs.splice(0).map((program) => program.kill()));
      await opened.close();
    };
    return { ...opened, close };
  });
  const kept = async <P extends Program>(starting: Promise<P>): Promise<P> => {
    const program = await starting;
    programs.push(program);
    return program;
  };
  return {
    world,
    startWorker: async (logLevel) => await kept(startWorkerProcess(world.env, logLevel)),
    startApi: async (...options) => await kept(startApiProcess(world.env, ...options)),
  };
}
