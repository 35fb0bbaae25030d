import { AXES, type Axis, type GridPointParams, type Stage, type TaskType } from '@almagest/contracts/grid';
import type { AxisRange } from './seed-distance.ts';
import type { ChainStage, WorkflowConfig } from './workflow-config.ts';

/** Settings of the engine's stages by their labels, in which an attempt differs from the workflow's chain. */
type StageSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What a workflow does after a failure of a certain cause, instead of taking the point's next strategy. */
export interface FailureRule {
  readonly name: string;
  readonly stage: Stage;
  /** A cause, in which each `*` stands for any characters. */
  readonly cause: string;
  /** Only for points within these bounds, both included. */
  readonly region: Readonly<Partial<Record<Axis, AxisRange>>>;
  readonly strategy: TaskType;
  readonly chain: StageSettings;
  /** Values in which the attempt differs from the workflow's `spectrum_params`. */
  readonly spectrumParams: Readonly<Record<string, number>>;
  /** How often it is applied to a point, at most. */
  readonly times: number;
}

/** A failure as rules see it. */
export interface RuledFailure {
  readonly stage: Stage;
  /** As `causeOf` returns it. */
  readonly cause: string;
  readonly params: GridPointParams;
}

/**
 * The rule that applies to a failure: the first that matches and has not been used up. `used`: the names of the rules
 * that were applied to the point, once for each time.
 *
 * Each rule is bounded, so a point still ends after a bounded number of failures.
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
      matchesCause(rule.cause, cause) &&
      isWithin(rule.region, params),
  );
}

export function timesUsed(name: string, used: readonly string[]): number {
  return used.filter((other) => other === name).length;
}

/** Takes one pass over the cause, whatever the pattern: each part is looked for behind the one before. */
export function matchesCause(pattern: string, cause: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return cause === pattern;
  if (!cause.startsWith(first)) return false;
  let place = first.length;
  for (const part of others) {
    const found = cause.indexOf(part, place);
    if (found < 0) return false;
    place = found + part.length;
  }
  return cause.length - last.length >= place && cause.endsWith(last);
}

function isWithin(region: FailureRule['region'], params: GridPointParams): boolean {
  return AXES.every((axis) => {
    const range = region[axis];
    return range === undefined || (range.from <= params[axis] && params[axis] <= range.to);
  });
}

/**
 * The rule whose settings a point's next attempt has; undefined if it has those of the workflow. `name`: the rule that
 * was applied last, which a later configuration may not have any more.
 */
export function ruleWithSettings(rules: readonly FailureRule[], name: string | null): FailureRule | undefined {
  return rules.find((rule) => rule.name === name && describeSettings(rule) !== '');
}

/** The stages of the engine as a rule changes them. */
export function chainUnder(rule: FailureRule | undefined, chain: readonly ChainStage[]): ChainStage[] {
  return chain.map((stage) => ({ ...stage, ...rule?.chain[stage.label] }));
}

/** The numbers for the spectrum stage as a rule changes them. */
export function spectrumParamsUnder(
  rule: FailureRule | undefined,
  params: WorkflowConfig['spectrumParams'],
): WorkflowConfig['spectrumParams'] {
  if (rule === undefined || Object.keys(rule.spectrumParams).length === 0) return params;
  return { ...params, ...rule.spectrumParams };
}

/** A seed that was tried for a point, and the rule by which. */
export interface TriedSeed {
  readonly seed: string;
  readonly rule: string | null;
}

/**
 * The seeds that the point's next attempt need not try again: they would fail in the same way. With other settings an
 * attempt may converge from a seed that has failed.
 */
export function triedInVain(tried: readonly TriedSeed[], rule: FailureRule | undefined): string[] {
  const alike = rule === undefined ? tried : tried.filter((one) => one.rule === rule.name);
  return [...new Set(alike.map(({ seed }) => seed))];
}

/** What a rule says, in words that continue a sentence: `seed_step with nlte: niter 200, damping 0.4`. */
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
