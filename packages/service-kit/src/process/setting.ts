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
  readonly usedBy: readonly UsedBy[];
  /** The unit of a number, such as `ms`. */
  readonly unit?: string;
  /** The default value. Undefined if the setting has no default or `defaultText` describes it. */
  readonly fallback?: string | number;
  /** The default in words, if no value of the variable expresses it. */
  readonly defaultText?: string;
  /** The value must never be shown. `<name>_FILE` may name a file that contains the value. */
  readonly secret?: true;
  /** Inclusive bounds of an integer. */
  readonly min?: number;
  readonly max?: number;
  /** The allowed words. */
  readonly values?: readonly string[];
  /** The pattern that a text must match. `expected` describes the pattern in words. */
  readonly pattern?: RegExp;
  readonly expected?: string;
  /** Protocols of a URL, such as `redis:`. */
  readonly protocols?: readonly string[];
}

export type Settings = Readonly<Record<string, Setting>>;
