import type { Numbered } from './numbered.ts';
import type { Plan } from './load-broken.ts';
import type { Reached } from './find-reached.ts';
import type { Package, Started } from './packages.ts';
import type { Result, Results } from './results.ts';
import { TestProcess, type Outcome } from './test-process.ts';

export interface Options {
  readonly results: Results;
  readonly shared: Started;
  /** In milliseconds of `performance.now()`. No further breaks are tried after it. */
  readonly deadline: number;
  readonly mostFiles: number;
  readonly triesSurvivors: boolean;
}

/** The number of breaks after which the databases of killed test files are dropped. */
const TRIED_TOGETHER = 12;
/** A run is stopped when it takes this many times as long as before. With a broken guard, a test may never end. */
const MOST_TIMES_LONGER = 4;
const GRACE_MS = 12_000;

/** The tests of a file that reach a guard. */
interface Candidate {
  readonly file: string;
  readonly only: readonly string[];
  readonly ms: number;
}

/** Breaks one guard after another and runs the tests that reach it. */
export class BreakTrial {
  readonly #options: Options;
  readonly #reached: Reached;
  readonly #tested: Package;
  readonly #plan: Plan;
  readonly #process: TestProcess;
  /** How long each choice of tests takes with nothing broken. Undefined if it does not pass alone. */
  readonly #usual = new Map<string, number | undefined>();
  /** How many breaks of a source each test file has noticed. */
  readonly #noticed = new Map<string, number>();
  /** Noticed since tests have passed for the last time. A broken guard may have left something that later tests fail on. */
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
    const left = all.filter(({ key }) => {
      const known = results.find(key);
      return known === undefined || (triesSurvivors && known.status === 'survived');
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
    if (this.#isReachedByTests(one)) {
      const usual = await this.#usualTime(file, only);
      const chosen = usual === undefined ? {} : { only };
      const limitMs = MOST_TIMES_LONGER * (usual ?? ms) + GRACE_MS;
      return await this.#process.run(file, { broken: one.number, ...chosen, limitMs });
    }
    // Only evaluated while the module is loaded.
    const separate = new TestProcess(this.#tested, this.#plan, { BROKEN_GUARD: String(one.number) });
    try {
      return await separate.run(file, { broken: one.number, limitMs: MOST_TIMES_LONGER * ms + GRACE_MS });
    } finally {
      await separate.close();
    }
  }

  /** Runs the chosen tests with nothing broken. */
  async #usualTime(file: string, only: readonly string[]): Promise<number | undefined> {
    const key = [file, ...only].join('\0');
    if (this.#usual.has(key)) return this.#usual.get(key);
    const wasFresh = this.#process.isFresh;
    const limitMs = MOST_TIMES_LONGER * (this.#reached.get(file)?.ms ?? 0) + GRACE_MS;
    const run = async () => await this.#process.run(file, { only, limitMs });
    let outcome = await run();
    if (outcome.kind !== 'passed' && !wasFresh) {
      await this.#process.stop();
      outcome = await run();
      if (outcome.kind === 'passed' && this.#unsure.length > 0) {
        process.stderr.write(`${this.#unsure.length} results are discarded, because later tests failed as well\n`);
        this.#unsure = [];
      }
    }
    if (outcome.kind === 'passed') this.#keep();
    this.#usual.set(key, outcome.kind === 'passed' ? outcome.ms : undefined);
    return this.#usual.get(key);
  }

  async #makeSure(): Promise<void> {
    const [last] = this.#usual.keys();
    if (last === undefined) return;
    this.#usual.delete(last);
    const [file = '', ...only] = last.split('\0');
    await this.#usualTime(file, only);
  }

  #isReachedByTests({ number }: Numbered): boolean {
    return [...this.#reached.values()].some(({ steps }) => steps.some(({ reached }) => reached.includes(number)));
  }

  /** Files that have noticed other breaks of the source come first, then the quickest. */
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
