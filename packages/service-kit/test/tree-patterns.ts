import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Parser, type Token } from 'acorn';
import { check } from 'recheck';

const ROOT = join(import.meta.dirname, '../../..');

/** All sources that handle outside text. Not the tests, stand-ins and benchmarks, which read their own. */
const FILES = globSync(['packages/{*,programs/*,tools/*}/src/**/*.ts', 'services/{*,*/console,*/reader}/src/**/*.ts'], {
  cwd: ROOT,
}).filter((file) => !/\.test\.ts$|^packages\/tools\//.test(file));

export interface TreePattern {
  readonly source: string;
  readonly flags: string;
  /** Files that hold it. */
  readonly places: readonly string[];
}

export const literalOf = ({ source, flags }: Pick<TreePattern, 'source' | 'flags'>): string => `/${source}/${flags}`;

/** The patterns of the tree that repeat something, written out or put together; the others cannot run away. */
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

/** Bounds on steps, never on time: 300 for each of the 300,000 characters that an attack may have. */
const BOUNDS = {
  attackLimit: 90_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  timeout: null,
  randomSeed: 1,
} as const;

/**
 * Why the number of steps of a pattern grows faster than the text; undefined if it does not. Proved with the automaton
 * of the pattern if it has one; otherwise (lookarounds, references) by a search for the most expensive text.
 */
export async function faultOf({ source, flags }: Pick<TreePattern, 'source' | 'flags'>): Promise<string | undefined> {
  const found = await check(source, flags, BOUNDS);
  if (found.status === 'safe') return undefined;
  return found.status === 'unknown' ? `not decided: ${found.error.kind}` : found.complexity.summary;
}
