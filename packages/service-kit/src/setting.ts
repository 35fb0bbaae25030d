/** A program of a service, or a command of the launcher. */
export type UsedBy = 'api' | 'worker' | 'migrate' | 'start' | 'demo';

/**
 * A variable of the environment: how `Environment` reads it, and what `docs/configuration.md` says of it. Each process
 * declares the list of those that it reads; the reader takes names, defaults and bounds from there and from nowhere
 * else.
 */
export interface Setting {
  readonly name: string;
  /** For the person who sets it; one or two sentences without the last full stop. */
  readonly meaning: string;
  /** The processes that read it. */
  readonly usedBy: readonly UsedBy[];
  /** What a number counts, such as `ms`. */
  readonly unit?: string;
  /** The default value. Left out: none, or what `defaultText` says. */
  readonly fallback?: string | number;
  /** The default in words, where no value of the variable would spell it. */
  readonly defaultText?: string;
  /** Must not be shown to anybody. It may be in a file, which `<name>_FILE` names. */
  readonly secret?: true;
  /** Bounds of an integer, both included. */
  readonly min?: number;
  readonly max?: number;
  /** The words that it may be. */
  readonly values?: readonly string[];
  /** The form of a text, and that form in words. */
  readonly pattern?: RegExp;
  readonly expected?: string;
  /** Protocols of a URL, such as `redis:`. */
  readonly protocols?: readonly string[];
}

/** What a process reads, by the name that its own code uses. */
export type Settings = Readonly<Record<string, Setting>>;
