import { AXES, RuleStrategy, Stage, type Axis } from '@almagest/contracts/grid';
import { limitsOf, mostItems } from './config-limits.ts';
import {
  fault,
  integer,
  mapping,
  number,
  numbers,
  oneOf,
  readItems,
  refuseOtherKeys,
  scalar,
  sequence,
} from './config-values.ts';
import { causeOf, LONGEST_CAUSE } from '../tasks/failure-cause.ts';
import type { FailureRule } from '../tasks/failure-rules.ts';
import type { AxisRange } from '../seeds/seed-distance.ts';

const RULE_NAME = /^[A-Za-z0-9._+-]{1,64}$/;

/** A rule may change all settings of a stage except those that determine the chain's signature. */
const OF_THE_SIGNATURE: ReadonlySet<string> = new Set(['label', 'lte']);

/** Reads the key `rules`. `typed`: the same value with YAML types. `labels`: the labels of the stages. */
export function readRules(node: unknown, typed: unknown, labels: ReadonlySet<string>): FailureRule[] {
  if (node === undefined) return [];
  const seen = new Set<string>();
  const rules = readItems(sequence('rules', node), (item, index) => {
    const path = `rules[${index}]`;
    const rule = readRule(path, item, at(typed, index), labels);
    if (seen.has(rule.name)) fault(`${path}.name`, `${rule.name} occurs twice`);
    seen.add(rule.name);
    return rule;
  });
  const most = mostItems('rules');
  if (rules.length > most) fault('rules', `has more than ${most} entries`);
  return rules;
}

function readRule(path: string, node: unknown, typed: unknown, labels: ReadonlySet<string>): FailureRule {
  const given = mapping(path, node);
  refuseOtherKeys(path, given, ['name', 'when', 'use', 'times']);
  const name = scalar(`${path}.name`, given['name']);
  if (!RULE_NAME.test(name)) fault(`${path}.name`, 'must be 1 to 64 characters of A-Z, a-z, 0-9, ., _, + and -');
  const when = readCondition(`${path}.when`, given['when']);
  const use = mapping(`${path}.use`, given['use']);
  refuseOtherKeys(`${path}.use`, use, ['strategy', when.stage === 'atmosphere' ? 'chain' : 'spectrum_params']);
  if (use['strategy'] === undefined) fault(`${path}.use.strategy`, 'is missing');
  return {
    name,
    ...when,
    strategy: oneOf(`${path}.use.strategy`, use['strategy'], RuleStrategy.enum),
    chain: readChainSettings(`${path}.use.chain`, use['chain'], at(at(typed, 'use'), 'chain'), labels),
    spectrumParams:
      use['spectrum_params'] === undefined ? {} : numbers(`${path}.use.spectrum_params`, use['spectrum_params']),
    times: integer(`${path}.times`, given['times'], limitsOf('rules.times')),
  };
}

function readCondition(path: string, node: unknown): Pick<FailureRule, 'stage' | 'cause' | 'region'> {
  const when = mapping(path, node);
  refuseOtherKeys(path, when, ['cause', 'stage', 'region']);
  const cause = scalar(`${path}.cause`, when['cause']);
  if (cause.trim() === '') fault(`${path}.cause`, 'is empty: use * to match any cause');
  if (cause.length > LONGEST_CAUSE) fault(`${path}.cause`, `is longer than ${LONGEST_CAUSE} characters`);
  const region = when['region'] === undefined ? {} : mapping(`${path}.region`, when['region']);
  const ranges = Object.entries(region).map(([axis, range]) => {
    oneOf(`${path}.region.${axis}`, axis, AXES);
    return [axis, readRange(`${path}.region.${axis}`, range)] as const;
  });
  return {
    stage: when['stage'] === undefined ? 'atmosphere' : oneOf(`${path}.stage`, when['stage'], Stage.enum),
    // A reported message can be used as a condition too, because its numbers are ignored.
    cause: causeOf(cause),
    region: Object.fromEntries(ranges) as Partial<Record<Axis, AxisRange>>,
  };
}

function readRange(path: string, node: unknown): AxisRange {
  const bounds = sequence(path, node).map((item, index) => number(`${path}[${index}]`, item));
  const [from, to] = bounds;
  if (from === undefined || to === undefined || bounds.length > 2) fault(path, 'must be two numbers, as in [5.0, 5.5]');
  if (from > to) fault(path, `is empty: ${from} is above ${to}`);
  return { from, to };
}

function readChainSettings(
  path: string,
  node: unknown,
  typed: unknown,
  labels: ReadonlySet<string>,
): FailureRule['chain'] {
  if (node === undefined) return {};
  const stages = Object.entries(mapping(path, node)).map(([label, settings]) => {
    const own = `${path}.${label}`;
    if (!labels.has(label)) fault(own, `no stage of the chain has this label (labels: ${[...labels].join(', ')})`);
    const given = mapping(own, settings);
    const fixed = Object.keys(given).find((key) => OF_THE_SIGNATURE.has(key));
    if (fixed !== undefined) fault(`${own}.${fixed}`, 'cannot be changed: seeds fit only runs of the same stages');
    const niter =
      given['niter'] === undefined ? {} : { niter: integer(`${own}.niter`, given['niter'], limitsOf('chain.niter')) };
    return [label, { ...(at(typed, label) as object), ...niter }] as const;
  });
  return Object.fromEntries(stages);
}

/** Returns part of the typed document, which has the same shape as the document with texts. */
function at(node: unknown, key: string | number): unknown {
  return (node as Readonly<Record<string | number, unknown>> | undefined)?.[key];
}
