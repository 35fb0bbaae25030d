import { AXES, type Axis, type GridPointParams, type Stage, type TaskType } from '@almagest/contracts/grid';
import type { AxisRange } from '../seeds/seed-distance.ts';

/** Stage settings, by label, that replace the chain's settings in an attempt. */
type StageSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A reaction to failures with a certain cause, instead of the point's next strategy. */
export interface FailureRule {
  readonly name: string;
  readonly stage: Stage;
  /** A cause, in which each `*` matches any characters. */
  readonly cause: string;
  /** Applies only to points within these bounds (inclusive). */
  readonly region: Readonly<Partial<Record<Axis, AxisRange>>>;
  readonly strategy: TaskType;
  readonly chain: StageSettings;
  /** Values that replace the workflow's `spectrum_params` in the attempt. */
  readonly spectrumParams: Readonly<Record<string, number>>;
  /** The maximum number of times that the rule is applied to a point. */
  readonly times: number;
}

/** The part of a failure that rules match. */
export interface RuledFailure {
  readonly stage: Stage;
  /** As returned by `causeOf`. */
  readonly cause: string;
  readonly params: GridPointParams;
}

/**
 * Returns the first rule that matches a failure and is not used up. `used`: the names of the rules applied to the
 * point, each repeated as often as it was applied.
 *
 * Each rule applies a limited number of times, so a point still ends after a limited number of failures.
 */
export function ruleAfter(
  rules: readonly FailureRule[],
  { stage, cause, params }: RuledFailure,
  used: readonly string[],
): FailureRule | undefined {
  return rules.find(
    (rule) =>
      rule.stage === stage &&
      timesUsed(rule.name, used) < rule.times &&
      matchesPattern(rule.cause, cause) &&
      isWithin(rule.region, params),
  );
}

export function timesUsed(name: string, used: readonly string[]): number {
  return used.filter((other) => other === name).length;
}

/**
 * Returns whether a text matches the pattern, in which `*` stands for any characters. Takes one pass over the text,
 * because each part of the pattern is searched after the previous part.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let place = first.length;
  for (const part of others) {
    const found = text.indexOf(part, place);
    if (found < 0) return false;
    place = found + part.length;
  }
  return text.length - last.length >= place && text.endsWith(last);
}

function isWithin(region: FailureRule['region'], params: GridPointParams): boolean {
  return AXES.every((axis) => {
    const range = region[axis];
    return range === undefined || (range.from <= params[axis] && params[axis] <= range.to);
  });
}

/**
 * Returns the rule whose settings a point's next attempt uses, or undefined for the workflow's own settings. `name`:
 * the rule applied last, which a later configuration may have removed.
 */
export function ruleWithSettings(rules: readonly FailureRule[], name: string | null): FailureRule | undefined {
  return rules.find((rule) => rule.name === name && describeSettings(rule) !== '');
}

/** Returns the engine's stages with the changes of a rule. */
export function chainUnder<S extends { readonly label: string }>(
  rule: FailureRule | undefined,
  chain: readonly S[],
): S[] {
  return chain.map((stage) => ({ ...stage, ...rule?.chain[stage.label] }));
}

/** Returns the spectrum stage's numbers with the changes of a rule. */
export function spectrumParamsUnder(
  rule: FailureRule | undefined,
  params: FailureRule['spectrumParams'] | null,
): FailureRule['spectrumParams'] | null {
  if (rule === undefined || Object.keys(rule.spectrumParams).length === 0) return params;
  return { ...params, ...rule.spectrumParams };
}

/** A seed that was tried for a point, and the rule that applied to the attempt. */
export interface TriedSeed {
  readonly seed: string;
  readonly rule: string | null;
}

/**
 * Returns the seeds that the point's next attempt should not repeat, because the attempt would fail in the same way.
 * With different settings, a failed seed may work.
 */
export function triedInVain(tried: readonly TriedSeed[], rule: FailureRule | undefined): string[] {
  const alike = rule === undefined ? tried : tried.filter((one) => one.rule === rule.name);
  return [...new Set(alike.map(({ seed }) => seed))];
}

/** Describes a rule in words that continue a sentence: `seed_step with nlte: niter 200, damping 0.4`. */
export function ruleInWords(rule: FailureRule): string {
  const settings = describeSettings(rule);
  return settings === '' ? rule.strategy : `${rule.strategy} with ${settings}`;
}

function describeSettings({ chain, spectrumParams }: FailureRule): string {
  const listed = (settings: Readonly<Record<string, unknown>>) =>
    Object.entries(settings)
      .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(', ');
  return [...Object.entries(chain), ['spectrum_params', spectrumParams] as const]
    .filter(([, settings]) => Object.keys(settings).length > 0)
    .map(([label, settings]) => `${label}: ${listed(settings)}`)
    .join('; ');
}
