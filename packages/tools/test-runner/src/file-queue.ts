import type { Test } from '@jest/test-result';

/**
 * The files that no process has taken yet. A process stays with the project of its last file while that project has
 * files left. The process has already loaded and compiled the project's sources.
 */
export class FileQueue {
  readonly #files = new Map<string, Test[]>();
  /** How many processes run files of each project. */
  readonly #processes = new Map<string, number>();

  constructor(tests: readonly Test[]) {
    for (const test of tests) {
      const project = projectOf(test);
      this.#files.set(project, [...(this.#files.get(project) ?? []), test]);
    }
  }

  /**
   * Returns the next file for a process, given the last file of the process. Returns undefined if all files are taken.
   */
  take(last: Test | undefined): Test | undefined {
    if (last !== undefined) {
      const own = projectOf(last);
      const next = this.#files.get(own)?.shift();
      if (next !== undefined) return next;
      this.#add(own, -1);
    }
    const project = this.#neediest();
    if (project === undefined) return undefined;
    this.#add(project, 1);
    return this.#files.get(project)?.shift();
  }

  /**
   * Returns a project that no process runs (the one with most files), or else the project with most files per process.
   */
  #neediest(): string | undefined {
    const waiting = [...this.#files].filter(([, files]) => files.length > 0);
    const alone = waiting.filter(([project]) => this.#processesOf(project) === 0);
    const need = ([project, files]: [string, Test[]]) => files.length / (this.#processesOf(project) + 1);
    return (alone.length > 0 ? alone : waiting).toSorted((a, b) => need(b) - need(a))[0]?.[0];
  }

  #processesOf(project: string): number {
    return this.#processes.get(project) ?? 0;
  }

  #add(project: string, count: number): void {
    this.#processes.set(project, this.#processesOf(project) + count);
  }
}

function projectOf({ context }: Test): string {
  return context.config.rootDir;
}
