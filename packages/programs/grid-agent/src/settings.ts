import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { MaxSlots, NodeId, NodeMachine } from '@almagest/contracts/grid';
import { AGENT_VERSION } from './agent-version.ts';
import { endOfAllocation } from './decisions/allocation.ts';
import { compile } from '@almagest/contracts/validate';

export interface Settings {
  readonly url: string;
  readonly nodeId: string;
  readonly slots: number;
  readonly engine: string;
  readonly workDir: string;
  readonly heartbeatMs: number;
  readonly pollMs: number;
  readonly disabledPollMs: number;
  readonly approvalPollMs: number;
  readonly retryMaxMs: number;
  readonly killAfterMs: number;
  readonly drainDeliveryMs: number;
  readonly leaseMs: number;
  /** Whether to take the work dir from an owner that may still run. */
  readonly takeOver: boolean;
  /** A key that approves the node at once. Without the key, an administrator must approve the node. */
  readonly joinKey: string | undefined;
  /** Properties that workflows may require. */
  readonly tags: readonly string[];
  /** When the batch job of this agent ends, in ms since the epoch. Infinity outside of a job. */
  readonly endsAtMs: number;
}

export type SettingsResult =
  | { readonly kind: 'ok'; readonly settings: Settings }
  | { readonly kind: 'faults'; readonly faults: readonly string[] }
  /** `--help` or `--version`. */
  | { readonly kind: 'text'; readonly text: string };

/**
 * The name, description and default of each option: undefined if it is required, empty if it may be unset. Each option
 * also has a variable (`variableOf`). `docs/configuration.md` lists the variables.
 */
export const OPTIONS = [
  ['url', 'base address of the coordinator, such as http://host:8090', undefined],
  ['node-id', 'name of this node: letters, digits, . _ -', undefined],
  ['slots', 'number of tasks that may run at once', undefined],
  ['engine', 'command that computes a task, run by sh in the task folder', undefined],
  ['work-dir', 'folder for credentials, tasks, reports and the asset cache', undefined],
  ['join-key-file', 'file with a join key, which approves the node at once', ''],
  ['tags', 'properties of this node that workflows may require, such as gpu,site:a', ''],
  ['heartbeat-sec', 'interval between heartbeats', '15'],
  ['poll-sec', 'longest wait between claims while the queue is empty', '10'],
  ['disabled-poll-sec', 'wait between claims while the node is disabled', '60'],
  ['approval-poll-sec', 'interval between checks for the approval', '15'],
  ['retry-max-sec', 'longest wait between retries after an error', '60'],
  ['kill-after-sec', 'time between SIGTERM and SIGKILL for an engine at its time limit', '5'],
  ['drain-delivery-sec', 'time to deliver the last reports when the agent stops', '30'],
  ['lease-sec', 'silence after which the agent of another machine no longer owns the work dir', '30'],
] as const;

type OptionName = (typeof OPTIONS)[number][0];

/** Reads the command line and the environment. Reports all faults at once. */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): SettingsResult {
  let help = '';
  const command = new Command('grid-agent')
    .version(AGENT_VERSION)
    .description('Claims grid points from an Almagest coordinator, runs the engine on them and reports the results.')
    .configureOutput({ writeOut: (text) => (help += text), writeErr: () => undefined })
    .exitOverride();
  for (const [name, description, fallback] of OPTIONS) {
    const more = [variableOf(name), fallback && `default ${fallback}`].filter(Boolean).join(', ');
    command.option(`--${name} <value>`, `${description} (${more})`);
  }
  // This option has no variable, because it must not become permanent.
  command.option('--take-over', 'use the work dir even if its last agent may still be running on another machine');
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text: help };
    return { kind: 'faults', faults: [error.message.replace(/^error: /, '')] };
  }
  const { takeOver = false, ...given } = command.opts<{ takeOver?: boolean } & Record<string, string>>();
  return judge(new Values(given, env), takeOver, endOfAllocation(env));
}

function judge(values: Values, takeOver: boolean, endsAtMs: number): SettingsResult {
  const settings: Settings = {
    url: values.read('url', 'an http or https address without credentials', baseUrl),
    nodeId: values.read('node-id', '1-64 letters, digits, . _ -', nodeId),
    slots: values.read('slots', 'an integer from 1 to 4096', slots),
    engine: values.read('engine', 'a command', (text) => text),
    workDir: values.read('work-dir', 'a folder', (text) => resolve(text)),
    heartbeatMs: values.seconds('heartbeat-sec'),
    pollMs: values.seconds('poll-sec'),
    disabledPollMs: values.seconds('disabled-poll-sec'),
    approvalPollMs: values.seconds('approval-poll-sec'),
    retryMaxMs: values.seconds('retry-max-sec'),
    killAfterMs: values.seconds('kill-after-sec'),
    drainDeliveryMs: values.seconds('drain-delivery-sec'),
    leaseMs: values.seconds('lease-sec'),
    takeOver,
    joinKey: values.content('join-key-file'),
    tags: values.optional('tags', [], 'up to 32 words of letters, digits, . _ : -, separated by commas', tags),
    endsAtMs,
  };
  return values.faults.length > 0 ? { kind: 'faults', faults: values.faults } : { kind: 'ok', settings };
}

/** Reads values by option name. The command line overrides the environment. Collects all faults. */
class Values {
  readonly faults: string[] = [];
  readonly #given: Record<string, string>;
  readonly #env: NodeJS.ProcessEnv;

  constructor(given: Record<string, string>, env: NodeJS.ProcessEnv) {
    this.#given = given;
    this.#env = env;
  }

  /** Returns a meaningless value after a fault, so that reading can continue and find the next fault. */
  read<T>(name: OptionName, expected: string, parse: (text: string) => T | undefined): T {
    const variable = variableOf(name);
    const text = this.#textOf(name);
    const value = text === '' ? undefined : parse(text);
    if (value === undefined) {
      // The address may contain a password, which must not appear in the log.
      const found = text === '' ? 'missing' : `is ${JSON.stringify(text.replace(/\/\/[^/]*@/, '//***@'))}`;
      this.faults.push(`--${name} (${variable}) ${found}: expected ${expected}`);
    }
    return value as T;
  }

  /** Returns the option's value, or the fallback if the option is missing. */
  optional<T>(name: OptionName, fallback: T, expected: string, parse: (text: string) => T | undefined): T {
    return this.#textOf(name) === '' ? fallback : this.read(name, expected, parse);
  }

  /** Returns the text of the file that the option names, or undefined if the option is missing. */
  content(name: OptionName): string | undefined {
    const file = this.#textOf(name);
    if (file === '') return undefined;
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text === '') this.faults.push(`--${name} (${variableOf(name)}): ${file} is empty`);
      return text;
    } catch (error) {
      this.faults.push(`--${name} (${variableOf(name)}) cannot be read: ${(error as Error).message}`);
      return undefined;
    }
  }

  #textOf(name: OptionName): string {
    const key = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const fallback = OPTIONS.find(([option]) => option === name)?.[2];
    return (this.#given[key] ?? (this.#env[variableOf(name)] || fallback) ?? '').trim();
  }

  seconds(name: OptionName): number {
    return this.read(name, 'a number of seconds above 0, at most 86400', (text) => {
      const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
      return seconds > 0 && seconds <= 86_400 ? seconds * 1000 : undefined;
    });
  }
}

export function variableOf(name: string): string {
  return `GRID_AGENT_${name.toUpperCase().replaceAll('-', '_')}`;
}

const isNodeId = compile(NodeId);
const isSlots = compile(MaxSlots);

function nodeId(text: string): string | undefined {
  return isNodeId(text).ok ? text : undefined;
}

function slots(text: string): number | undefined {
  return /^\d+$/.test(text) && isSlots(Number(text)).ok ? Number(text) : undefined;
}

const areTags = compile(NodeMachine.properties.tags);

function tags(text: string): readonly string[] | undefined {
  const words = text.split(',').map((word) => word.trim());
  return areTags(words).ok ? words : undefined;
}

function baseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return undefined;
  return url.search || url.hash ? undefined : url.href;
}
