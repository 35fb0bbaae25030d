import { COLLECTION_STYLE, EVENT_ID, getScalarValue, SCALAR_STYLE, type Event, type ScalarEvent } from 'js-yaml';

/**
 * A node of a YAML text, with the place where it is written. The place excludes the anchor and the tag. Offsets count
 * from 0, and `end` is exclusive.
 */
export type ConfigNode = {
  readonly start: number;
  readonly end: number;
} & (
  | { readonly kind: 'mapping'; readonly isFlow: boolean; readonly entries: readonly Entry[] }
  | { readonly kind: 'list'; readonly isFlow: boolean; readonly items: readonly ConfigNode[] }
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'alias' }
);

export interface ParsedText {
  readonly yaml: string;
  readonly root: ConfigNode;
}

interface Entry {
  readonly key: ConfigNode;
  readonly value: ConfigNode;
}

/** Returns the root node of a text. `events`: the parser's events for this text, which contain one document. */
export function readNodes(yaml: string, events: readonly Event[]): ConfigNode | undefined {
  return childrenOf(yaml, events.values(), 0)[0];
}

/** Reads nodes until their collection ends. `before`: the end of the text before the first node. */
function childrenOf(yaml: string, events: Iterator<Event>, before: number): ConfigNode[] {
  const nodes: ConfigNode[] = [];
  for (let next = events.next(); next.done !== true && next.value.type !== EVENT_ID.POP; next = events.next())
    nodes.push(nodeOf(yaml, next.value, events, nodes.at(-1)?.end ?? before));
  return nodes;
}

function nodeOf(yaml: string, event: Event, events: Iterator<Event>, before: number): ConfigNode {
  switch (event.type) {
    case EVENT_ID.ALIAS:
      return { kind: 'alias', start: event.anchorStart - 1, end: event.anchorEnd };
    case EVENT_ID.SCALAR:
      return scalarOf(yaml, event, before);
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE: {
      const { start } = event;
      // A single pair in a flow list is a mapping without braces.
      const isFlow = event.style === COLLECTION_STYLE.FLOW && /[[{]/.test(yaml.charAt(start));
      const items = childrenOf(yaml, events, isFlow ? start + 1 : start);
      const last = items.at(-1)?.end ?? start + 1;
      const range = { isFlow, start, end: isFlow ? endOfFlow(yaml, last) : last };
      return event.type === EVENT_ID.SEQUENCE
        ? { kind: 'list', items, ...range }
        : { kind: 'mapping', entries: pairsOf(items), ...range };
    }
    default:
      return childrenOf(yaml, events, before)[0] ?? { kind: 'scalar', text: '', start: before, end: before };
  }
}

function scalarOf(yaml: string, event: ScalarEvent, before: number): ConfigNode {
  const text = getScalarValue(yaml, event);
  if (event.valueStart < 0) {
    const at = Math.max(before, event.tagEnd, event.anchorEnd);
    return { kind: 'scalar', text, start: at, end: at };
  }
  const quote = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0;
  return { kind: 'scalar', text, start: event.valueStart - quote, end: event.valueEnd + quote };
}

/** Returns the end of the bracket that follows `from` after spaces, comments and separators. */
function endOfFlow(yaml: string, from: number): number {
  const rest = /(?:[\s,:?]|#[^\n]*\n)*[\]}]/y;
  rest.lastIndex = from;
  return rest.test(yaml) ? rest.lastIndex : from;
}

function pairsOf(nodes: readonly ConfigNode[]): Entry[] {
  const entries: Entry[] = [];
  for (let index = 0; index + 1 < nodes.length; index += 2)
    entries.push({ key: nodes[index] as ConfigNode, value: nodes[index + 1] as ConfigNode });
  return entries;
}

export function valueOf(node: ConfigNode | undefined, key: string): ConfigNode | undefined {
  if (node?.kind !== 'mapping') return undefined;
  return node.entries.find((entry) => entry.key.kind === 'scalar' && entry.key.text === key)?.value;
}
