import type { SpectrumProduct } from '../../domain/workflows/workflow-config.ts';
import { splice } from './axis-text.ts';
import { valueOf, type ConfigNode, type ParsedText } from './config-nodes.ts';
import { columnOf, withLines } from './extra-point-text.ts';

type Mapping = ConfigNode & { readonly kind: 'mapping' };
type List = ConfigNode & { readonly kind: 'list' };

/**
 * Adds a product to the end of `spectrum.products` in the text of a configuration and enables the spectrum. The rest of
 * the text, including comments, is unchanged. Returns undefined if the stage is not written in place, for example if
 * the stage is an alias.
 */
export function withProduct({ yaml, root }: ParsedText, product: SpectrumProduct): string | undefined {
  if (root.kind !== 'mapping') return undefined;
  const item = asFlowMap(product);
  const stage = valueOf(root, 'spectrum');
  if (stage === undefined) return withEntry(yaml, root, `spectrum: { enabled: true, products: [${item}] }`);
  if (stage.kind !== 'mapping') return undefined;
  const products = valueOf(stage, 'products');
  const enabled = valueOf(stage, 'enabled');
  if (products !== undefined && products.kind !== 'list') return undefined;
  const missing = [
    ...(enabled === undefined ? ['enabled: true'] : []),
    ...(products === undefined ? [`products: [${item}]`] : []),
  ];
  // Later places come first, so that their offsets stay valid.
  const edits = [
    { at: stage.end, edit: (text: string) => missing.reduce((all, entry) => withEntry(all, stage, entry), text) },
    ...(products === undefined ? [] : [{ at: products.end, edit: (text: string) => withItem(text, products, item) }]),
    ...(enabled === undefined
      ? []
      : [
          {
            at: enabled.end,
            edit: (text: string) =>
              splice(text.slice(0, enabled.start) + text.slice(enabled.end), enabled.start, 'true'),
          },
        ]),
  ];
  return edits.toSorted((a, b) => b.at - a.at).reduce((text, { edit }) => edit(text), yaml);
}

/** Adds an entry at the end of a mapping. */
function withEntry(yaml: string, mapping: Mapping, entry: string): string {
  if (mapping.isFlow) return splice(yaml, mapping.end - 1, mapping.entries.length === 0 ? entry : `, ${entry}`);
  return withLines(yaml, mapping.end, [`${' '.repeat(columnOf(yaml, mapping.start))}${entry}`]);
}

/** Adds an item at the end of a list. */
function withItem(yaml: string, list: List, item: string): string {
  const last = list.items.at(-1);
  if (last === undefined) return splice(yaml, list.start + 1, item);
  if (list.isFlow) return splice(yaml, last.end, `, ${item}`);
  return withLines(yaml, last.end, [`${' '.repeat(columnOf(yaml, list.start))}- ${item}`]);
}

const PLAIN_KEY = /^[A-Za-z_][\w-]*$/;

/** Quotes texts, so that no text is read as a boolean or null. */
function asFlowMap(product: SpectrumProduct): string {
  const entries = Object.entries(product).map(([key, value]) => {
    return `${PLAIN_KEY.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(value)}`;
  });
  return `{ ${entries.join(', ')} }`;
}
