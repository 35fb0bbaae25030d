import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { ProcessPool, type ProcessLimits } from '@almagest/bounded-process';
import type { Reply, Request } from './messages.ts';

export type ReaderPool = ProcessPool<Request, Reply>;

const MIB = 1024 ** 2;
/** Papers take 1 s, theses 20 s. The largest measured paper took a third of this memory. */
const LIMITS: ProcessLimits = { timeoutMs: 60_000, maxMemoryBytes: 1024 * MIB };

/**
 * Parsing a paper creates much short-lived garbage. With a large young generation less of it is promoted. The old
 * generation is collected when it is two and a half times as large as after the last collection: each makes V8 forget the
 * machine code of functions that are not running, and compile it again for the next paper. When it had only doubled,
 * reading took a twelfth more CPU time; when it triples, some papers take more than 450 MiB. Bytecode is kept from paper
 * to paper too (measured with eight papers, seven times each, in turns).
 *
 * Node starts four threads for V8's compilers and collectors. There is a process for each processor, and threads that wait for
 * one another on two processors took 5 % of the CPU time.
 */
const V8_OPTIONS = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=150',
  '--no-flush-bytecode',
  '--v8-pool-size=2',
];

// The source runs as TypeScript and the build as JavaScript; both programs have the same extension.
const PROGRAM = new URL(`../parse-process${extname(import.meta.url)}`, import.meta.url);

const SHARED = { processes: Math.max(2, availableParallelism()), limits: LIMITS, v8Options: V8_OPTIONS };

/**
 * Processes that parse PDFs. They are kept from paper to paper: a process takes a third of a second to start and reaches
 * its full speed after some 600 pages.
 */
export function createReaderPool(): ReaderPool {
  return new ProcessPool(PROGRAM, {
    ...SHARED,
    maxRequests: 100,
    // They have up to 0.4 GiB after ordinary papers. One that has more would keep it.
    maxIdleBytes: 512 * MIB,
    idleMs: 60_000,
    // A process that met a damaged file may be in any state.
    isReusable: (reply) => reply.outcome !== 'refused' || reply.code !== 'damaged',
  });
}

/** Processes that draw, which needs native code. None is used twice. */
export function createDrawingPool(): ReaderPool {
  return new ProcessPool(PROGRAM, { ...SHARED, allowAddons: true, maxRequests: 1 });
}
