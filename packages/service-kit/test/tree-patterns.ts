import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Parser, type Token } from 'acorn';
import { check } from 'recheck';

const ROOT = join(import.meta.dirname, '../../..');

/** All sources that read untrusted text. Excludes tests, stand-ins and benchmarks, which read only their own text. */
const FILES = globSync(['packages/{*,programs/*,tools/*}/src/**/*.ts', 'services/{*,*/console,*/reader}/src/**/*.ts'], {
  cwd: ROOT,
}).filter((file) => !/\.test\.ts$|^packages\/tools\//.test(file));

export interface TreePattern {
  readonly source: string;
  readonly flags: string;
  readonly places: readonly string[];
}

export const literalOf = ({ source, flags }: Pick<TreePattern, 'source' | 'flags'>): string => `/${source}/${flags}`;

/** Returns all literal and constructed patterns with a repetition. Other patterns always take linear time. */
export function patternsOfTree(): TreePattern[] {
  const found = new Map<string, TreePattern>();
  const add = (source: string, flags: string, place: string) => {
    const key = literalOf({ source, flags });
    found.set(key, { source, flags, places: [...(found.get(key)?.places ?? []), place] });
  };
  for (const file of FILES) for (const [source, flags] of literalsIn(file)) add(source, flags, file);
  for (const [source, flags] of computedPatterns()) add(source, flags, 'put together');
  return [...found.values()].filter(({ source }) => /[*+]|\{\d+,(?:\d{3,})?\}/.test(source));
}

function literalsIn(file: string): [source: string, flags: string][] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const literals: [string, string][] = [];
  Parser.parse(file.endsWith('.ts') ? stripTypeScriptTypes(text, { mode: 'strip' }) : text, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowHashBang: true,
    onToken: ({ type, value }: Token & { value?: { pattern: string; flags: string } }) => {
      if (type.label === 'regexp' && value !== undefined) literals.push([value.pattern, value.flags]);
    },
  });
  return literals;
}

function computedPatterns(): [source: string, flags: string][] {
  const program = join(import.meta.dirname, 'computed-patterns.ts');
  const args = ['--conditions=@almagest/source', '--disable-warning=ExperimentalWarning', program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as [string, string][];
}

/** Limits steps instead of time. An attack has up to 300,000 characters, and each may take 300 steps. */
const BOUNDS = {
  attackLimit: 90_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  timeout: null,
  randomSeed: 1,
} as const;

/**
 * Returns why the steps of a pattern grow faster than the text, or undefined if they don't.
 *
 * Proves linear growth with the automaton of the pattern. If the pattern has no automaton (because of lookarounds or
 * references), searches for the most expensive text.
 */
export async function faultOf({ source, flags }: Pick<TreePattern, 'source' | 'flags'>): Promise<string | undefined> {
  const found = await check(source, flags, BOUNDS);
  if (found.status === 'safe') return undefined;
  return found.status === 'unknown' ? `not decided: ${found.error.kind}` : found.complexity.summary;
}
