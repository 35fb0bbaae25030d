import type { Numbered } from './numbered.ts';
import type { Plan } from './load-broken.ts';
import type { Reached } from './find-reached.ts';
import type { Package, Started } from './packages.ts';
import type { Result, Results } from './results.ts';
import { TestProcess, type Outcome } from './test-process.ts';

export interface Options {
  readonly results: Results;
  readonly shared: Started;
  /** The time after which no further breaks are tried, in milliseconds of `performance.now()`. */
  readonly deadline: number;
  readonly mostFiles: number;
  readonly triesSurvivors: boolean;
}

/** The number of breaks after which the databases of killed test files are dropped. */
const TRIED_TOGETHER = 12;
/** A run is stopped when it takes this many times as long as before. With a broken guard, a test may never end. */
const MOST_TIMES_LONGER = 4;
const GRACE_MS = 12_000;

/** The tests of a file that reach the guard. */
interface Candidate {
  readonly file: string;
  readonly only: readonly string[];
  readonly ms: number;
}

/** Breaks one guard after another and runs the tests that reach the broken guard. */
export class BreakTrial {
  readonly #options: Options;
  readonly #reached: Reached;
  readonly #tested: Package;
  readonly #plan: Plan;
  readonly #process: TestProcess;
  /** Whether the tests of a file that reach a guard pass without the file's other tests. */
  readonly #passesAlone = new Map<string, boolean>();
  /** How many breaks of a source each test file has noticed. */
  readonly #noticed = new Map<string, number>();
  /** Failures since the tests last passed. A broken guard may have left data that makes later tests fail. */
  #unsure: Result[] = [];

  constructor(tested: Package, plan: Plan, reached: Reached, options: Options) {
    this.#tested = tested;
    this.#plan = plan;
    this.#reached = reached;
    this.#options = options;
    this.#process = new TestProcess(tested, plan);
  }

  async tryAll(all: readonly Numbered[]): Promise<void> {
    const { results, deadline, triesSurvivors, shared } = this.#options;
    const left = all.filter((one) => {
      const known = results.find(one.key);
      if (known === undefined) return true;
      return triesSurvivors && known.status === 'survived' && results.excuseOf(one) === undefined;
    });
    process.stderr.write(`${all.length} ways to break a guard, ${left.length} left to try\n`);
    try {
      for (const [index, one] of left.entries()) {
        if (performance.now() > deadline) break;
        await this.#try(one);
        if (index % TRIED_TOGETHER === TRIED_TOGETHER - 1) await shared.clean();
      }
      await this.#makeSure();
    } finally {
      await this.#process.close();
    }
  }

  async #try(one: Numbered): Promise<void> {
    const candidates = this.#candidates(one);
    const tried = candidates.slice(0, this.#options.mostFiles);
    const base = { key: one.key, source: one.source, line: one.line, what: one.what };
    for (const candidate of tried) {
      const outcome = await this.#run(one, candidate);
      if (outcome.kind === 'passed') this.#keep();
      else {
        const noticer = `${one.source} ${candidate.file}`;
        this.#noticed.set(noticer, (this.#noticed.get(noticer) ?? 0) + 1);
        const by = `${candidate.file}: ${outcome.test}`;
        this.#unsure.push({ ...base, status: 'killed', by, ended: outcome.kind });
        process.stderr.write(`killed ${one.source}:${one.line} ${one.what} (${by})\n`);
        return;
      }
    }
    this.#keep({ ...base, status: 'survived', files: tried.length, reachedBy: candidates.length });
    process.stderr.write(`survived ${one.source}:${one.line} ${one.what} (${tried.length} files)\n`);
  }

  #keep(...more: readonly Result[]): void {
    for (const result of [...this.#unsure, ...more]) this.#options.results.add(result);
    this.#unsure = [];
  }

  async #run(one: Numbered, { file, only, ms }: Candidate): Promise<Outcome> {
    const { number: broken } = one;
    const limitMs = MOST_TIMES_LONGER * ms + GRACE_MS;
    if (!this.#isReachedByTests(one)) return await this.#runSeparately(file, broken, limitMs);
    const key = [file, ...only].join('\0');
    if (this.#passesAlone.get(key) === false) return await this.#process.run(file, { broken, limitMs });
    const outcome = await this.#process.run(file, { broken, only, limitMs });
    if (outcome.kind === 'passed') this.#passesAlone.set(key, true);
    else if (!(await this.#doPassAlone(file, only))) return await this.#process.run(file, { broken, limitMs });
    return outcome;
  }

  /** Runs a test file in a new process. Guards that are evaluated only while the module is loaded need this. */
  async #runSeparately(file: string, broken: number, limitMs: number): Promise<Outcome> {
    const separate = new TestProcess(this.#tested, this.#plan, { BROKEN_GUARD: String(broken) });
    try {
      return await separate.run(file, { broken, limitMs });
    } finally {
      await separate.close();
    }
  }

  /** Returns whether the chosen tests pass while no guard is broken. */
  async #doPassAlone(file: string, only: readonly string[]): Promise<boolean> {
    const key = [file, ...only].join('\0');
    const known = this.#passesAlone.get(key);
    if (known !== undefined) return known;
    const wasFresh = this.#process.isFresh;
    const limitMs = MOST_TIMES_LONGER * (this.#reached.get(file)?.ms ?? 0) + GRACE_MS;
    const run = async () => (await this.#process.run(file, { only, limitMs })).kind === 'passed';
    let passes = await run();
    if (!passes && !wasFresh) {
      await this.#process.stop();
      passes = await run();
      if (passes && this.#unsure.length > 0) {
        process.stderr.write(`${this.#unsure.length} results are discarded, because later tests failed as well\n`);
        this.#unsure = [];
      }
    }
    if (passes) this.#keep();
    this.#passesAlone.set(key, passes);
    return passes;
  }

  async #makeSure(): Promise<void> {
    const last = [...this.#passesAlone.keys()].at(-1);
    if (last === undefined || this.#unsure.length === 0) return;
    this.#passesAlone.delete(last);
    const [file = '', ...only] = last.split('\0');
    await this.#doPassAlone(file, only);
  }

  #isReachedByTests({ number }: Numbered): boolean {
    return [...this.#reached.values()].some(({ steps }) => steps.some(({ reached }) => reached.includes(number)));
  }

  /**
   * Returns the test files that reach a break. Files that have noticed other breaks of the source come first, and fast
   * files before slow files.
   */
  #candidates({ source, number, siblings }: Numbered): Candidate[] {
    const isLoadedOnly = [...this.#reached.values()].some(({ loaded }) => loaded.includes(number));
    const reaching = (numbers: ReadonlySet<number>) =>
      [...this.#reached].flatMap(([file, { steps, ms }]): Candidate[] => {
        const only = steps.filter(({ reached }) => reached.some((one) => numbers.has(one))).map(({ name }) => name);
        return only.length === 0 ? [] : [{ file, only, ms }];
      });
    const found = reaching(new Set([number]));
    const candidates = found.length === 0 && isLoadedOnly ? reaching(siblings) : found;
    const worth = ({ file, ms, only }: Candidate) =>
      ((this.#noticed.get(`${source} ${file}`) ?? 0) + 0.2) / (ms + 1_000 + 200 * only.length);
    return candidates.toSorted((a, b) => worth(b) - worth(a));
  }
}
