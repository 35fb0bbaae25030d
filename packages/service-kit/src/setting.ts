/** A program of a service, or a command of the launcher. */
export type UsedBy = 'api' | 'worker' | 'migrate' | 'start' | 'demo';

/**
 * An environment variable: how `Environment` reads it, and its description in `docs/configuration.md`. Each process
 * declares the settings that it reads. Names, defaults and bounds are defined only there.
 */
export interface Setting {
  readonly name: string;
  /** A description for operators: one or two sentences without the last full stop. */
  readonly meaning: string;
  /** The processes that read it. */
  readonly usedBy: readonly UsedBy[];
  /** The unit of a number, such as `ms`. */
  readonly unit?: string;
  /** The default value. If absent, there is none, or `defaultText` describes it. */
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

/** The settings of a process, by the names in its code. */
export type Settings = Readonly<Record<string, Setting>>;
