/**
 * Preloaded by every Node.js process of a run, including programs that tests start. Replaces the text of sources as they
 * are loaded. The files do not change, so a run can be killed at any moment.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

declare global {
  var reachedGuard: ((...guards: readonly number[]) => void) | undefined;
  var brokenGuard: number | undefined;
  /** The guards that the current test has reached. Set only in the process of a test file. */
  var guardsOfTest: Set<number> | undefined;
}

/** The replaced text of each source, by its URL. */
export type Plan = Readonly<Record<string, string>>;

const { BROKEN_SOURCES: planFile, BROKEN_GUARD: guard, REACHED_GUARDS: reachedFile } = process.env;
if (guard) globalThis.brokenGuard = Number(guard);

if (planFile !== undefined) {
  const sources = JSON.parse(readFileSync(planFile, 'utf8')) as Plan;
  registerHooks({
    load(url, context, next) {
      const source = sources[url];
      return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}

if (reachedFile !== undefined) {
  const told = new Set<number>();
  globalThis.reachedGuard = (...guards) => {
    for (const guard of guards) {
      if (globalThis.guardsOfTest !== undefined) globalThis.guardsOfTest.add(guard);
      else if (!told.has(guard)) appendFileSync(reachedFile, `${guard}\n`);
      told.add(guard);
    }
  };
}
