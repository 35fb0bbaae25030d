import { WorkflowConfiguration } from '@almagest/contracts/grid';
import { nearestName } from './nearest-name.ts';

/** A key that the coordinator does not read and passes to the node and the engine. */
export interface ForeignKey {
  readonly path: string;
  /** The key of the coordinator that was probably meant. */
  readonly suggestion: string | undefined;
}

/** The maximum number of keys to list. */
const MOST_KEYS = 100;

/**
 * Returns a configuration's unknown keys at the top level and in stages of the chain, where unknown keys are allowed.
 * Elsewhere they are faults. Suggests no key that is also present.
 */
export function foreignKeys(document: unknown): ForeignKey[] {
  const { properties } = WorkflowConfiguration;
  const chain = isMapping(document) ? document['chain'] : undefined;
  const stages: unknown[] = Array.isArray(chain) ? chain : [];
  const ofStage = Object.keys(properties.chain.items.properties);
  return [
    ...foreignIn('', document, Object.keys(properties)),
    ...stages.flatMap((stage, index) => foreignIn(`chain[${index}].`, stage, ofStage)),
  ].slice(0, MOST_KEYS);
}

function foreignIn(prefix: string, given: unknown, known: readonly string[]): ForeignKey[] {
  if (!isMapping(given)) return [];
  const free = known.filter((key) => !Object.hasOwn(given, key));
  return Object.keys(given)
    .filter((key) => !known.includes(key))
    .slice(0, MOST_KEYS)
    .map((key) => ({ path: `${prefix}${key}`, suggestion: nearestName(key, free) }));
}

function isMapping(node: unknown): node is Readonly<Record<string, unknown>> {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}
