import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { ProcessPool, type ProcessLimits } from '@almagest/bounded-process';
import { OWN_STATUS, type Reply, type Request } from './messages.ts';

export type ReaderPool = ProcessPool<Request, Reply>;

const MIB = 1024 ** 2;
/** Ordinary papers take 1 s, and theses take 20 s. The largest measured paper took a third of this memory. */
const LIMITS: ProcessLimits = { timeoutMs: 60_000, maxMemoryBytes: 1024 * MIB };

/**
 * Parsing a paper creates much short-lived garbage. A large young generation promotes less of this garbage. V8 collects
 * the old generation when it has grown to 2.5 times its size after the last collection. After each collection, V8
 * discards the machine code of idle functions and recompiles these functions for the next paper. With a factor of 2,
 * reading took a twelfth more CPU time. With a factor of 3, some papers need more than 450 MiB. Bytecode is also kept
 * between papers (measured with eight papers, seven times each, alternating).
 *
 * Node starts four threads for V8's compilers and collectors. The pool has one process per processor, so the threads of
 * a process wait for each other. One thread instead of two saved a fifteenth of the CPU time (eight papers, six times
 * each, alternating).
 */
const V8_OPTIONS = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=150',
  '--no-flush-bytecode',
  '--v8-pool-size=1',
];

// The source runs as TypeScript and the build runs as JavaScript. Both programs have the extension of this file.
const PROGRAM = new URL(`../parse-process${extname(import.meta.url)}`, import.meta.url);

const SHARED = {
  processes: Math.max(2, availableParallelism()),
  limits: LIMITS,
  v8Options: V8_OPTIONS,
  readable: [OWN_STATUS],
};

/**
 * Creates processes that parse PDFs. The processes are reused, because starting a process takes a third of a second. A
 * process reaches full speed after about 600 pages.
 */
export function createReaderPool(): ReaderPool {
  return new ProcessPool(PROGRAM, {
    ...SHARED,
    maxRequests: 100,
    // After ordinary papers, processes have up to 0.4 GiB. A larger process would not shrink again.
    maxIdleBytes: 512 * MIB,
    idleMs: 60_000,
    // A damaged file may leave a process in any state.
    isReusable: (reply) => reply.outcome !== 'refused' || reply.code !== 'damaged',
  });
}

/** Creates processes that draw. Drawing needs native code, so each process is used once. */
export function createDrawingPool(): ReaderPool {
  return new ProcessPool(PROGRAM, { ...SHARED, allowAddons: true, maxRequests: 1 });
}
