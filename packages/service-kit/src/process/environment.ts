import { readFileSync } from 'node:fs';
import type { Setting } from './setting.ts';

/** A start that fails because of its configuration. One line per fault. */
export class ConfigurationError extends Error {}

type Named = Pick<Setting, 'name'>;
type Text = Named & { readonly fallback?: string };
type Integer = Named & Pick<Setting, 'min' | 'max'> & { readonly fallback: number };
type Formed = Named & { readonly pattern: RegExp; readonly expected: string; readonly fallback: string };
type OneOf<V> = Named & { readonly values: readonly V[]; readonly fallback: V };
type Url = Named & { readonly protocols: readonly string[] };

/**
 * Reads declared settings from the environment and from `--name value` options, which take precedence. Reports all
 * faults at once.
 *
 * A secret may also be in a file whose path is in `NAME_FILE`, as with Docker Compose secrets.
 */
export class Environment {
  readonly #values: Readonly<Record<string, string | undefined>>;
  readonly #options: ReadonlyMap<string, string>;
  readonly #asked = new Set<string>();
  readonly #faults: string[] = [];

  constructor(values: Readonly<Record<string, string | undefined>>, argv: readonly string[] = []) {
    this.#values = values;
    this.#options = this.#readOptions(argv);
  }

  text(setting: Text): string {
    const value = this.optional(setting) ?? setting.fallback;
    if (value === undefined) this.#fault(`${setting.name} is not set`);
    return value ?? '';
  }

  /** An empty variable counts as unset, because Compose files pass unset entries as empty. */
  optional({ name: variable }: Named): string | undefined {
    const option = optionOf(variable);
    this.#asked.add(option);
    const value = this.#options.get(option) ?? this.#values[variable];
    return value === undefined || value === '' ? undefined : value;
  }

  /**
   * Returns the value, or the content of the file named by `<name>_FILE` without the final newline. Only one of these
   * two variables may be set.
   */
  secret({ name: variable }: Named): string | undefined {
    const value = this.optional({ name: variable });
    const file = this.optional({ name: `${variable}_FILE` });
    if (file === undefined) return value;
    if (value !== undefined) this.#fault(`${variable} and ${variable}_FILE are both set. Set one of them`);
    try {
      const content = readFileSync(file, 'utf8').trim();
      if (content === '') this.#fault(`${variable}_FILE: the file ${file} is empty`);
      return content === '' ? undefined : content;
    } catch (error) {
      this.#fault(`${variable}_FILE: ${(error as Error).message}`);
      return undefined;
    }
  }

  integer({ name: variable, fallback, min = 0, max = Number.MAX_SAFE_INTEGER }: Integer): number {
    const value = this.optional({ name: variable });
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      this.#fault(`${variable} is '${value}'. Expected an integer from ${min} to ${max}`);
      return fallback;
    }
    return number;
  }

  match({ name, pattern, expected, fallback }: Formed): string {
    const value = this.optional({ name }) ?? fallback;
    if (!pattern.test(value)) this.#fault(`${name} is '${value}'. Expected ${expected}`);
    return value;
  }

  oneOf<const V extends string>({ name, values, fallback }: OneOf<V>): V {
    const value = this.optional({ name }) ?? fallback;
    const known = values.find((one) => one === value);
    if (known === undefined) this.#fault(`${name} is '${value}'. Expected one of ${values.join(', ')}`);
    return known ?? fallback;
  }

  /** Returns a URL of one of the protocols. Faults never repeat the URL, because it may contain a password. */
  url({ name, protocols }: Url): string {
    const value = this.secret({ name }) ?? '';
    if (value === '' && this.optional({ name: `${name}_FILE` }) === undefined) this.#fault(`${name} is not set`);
    if (value !== '' && !isUrl(value, protocols))
      this.#fault(`${name} is not a URL. Expected ${protocols.join(' or ')}//...`);
    return value;
  }

  optionalUrl(setting: Url): string | undefined {
    return this.secret(setting) === undefined ? undefined : this.url(setting);
  }

  /** Records a fault that concerns more than one variable. */
  refuse(fault: string): void {
    this.#fault(fault);
  }

  /** Throws if any setting was missing or malformed. Call it once, after all values were read. */
  finish(): void {
    for (const option of this.#options.keys())
      if (!this.#asked.has(option)) this.#fault(`option --${option} is unknown`);
    if (this.#faults.length > 0) throw new ConfigurationError(this.#faults.join('\n'));
  }

  #fault(fault: string): void {
    if (!this.#faults.includes(fault)) this.#faults.push(fault);
  }

  #readOptions(argv: readonly string[]): Map<string, string> {
    const options = new Map<string, string>();
    for (let index = 0; index < argv.length; index += 1) {
      const word = argv[index] ?? '';
      const [name, inline] = splitOption(word);
      const value = inline ?? argv[(index += 1)];
      if (name === undefined || value === undefined) this.#fault(`option ${word} is malformed. Expected --name value`);
      else options.set(name, value);
    }
    return options;
  }
}

function splitOption(text: string): [string | undefined, string | undefined] {
  const match = /^--([a-z][a-z-]*)(?:=(.*))?$/s.exec(text);
  return [match?.[1], match?.[2]];
}

function optionOf(variable: string): string {
  return variable.toLowerCase().replaceAll('_', '-');
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return protocols.some((protocol) => text.startsWith(`${protocol}//`) && text.length > protocol.length + 2);
}
