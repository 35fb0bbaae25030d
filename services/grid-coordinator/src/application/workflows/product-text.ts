import { isMap, isSeq, parseDocument, Scalar, YAMLMap } from 'yaml';
import type { SpectrumProduct } from '../../domain/workflow-config.ts';

/**
 * Adds a product to the end of `spectrum.products` in the text of a configuration and enables the spectrum. Comments and
 * other keys stay. Returns undefined if the stage is not written in place, for example if it is an alias.
 */
export function withProduct(yaml: string, product: SpectrumProduct): string | undefined {
  const document = parseDocument(yaml, { schema: 'failsafe' });
  if (!isMap(document.contents)) return undefined;
  const entry = entryOf(product);
  if (!document.has('spectrum')) document.set('spectrum', document.createNode({}));
  const stage: unknown = document.get('spectrum', true);
  if (!isMap(stage)) return undefined;
  stage.set('enabled', 'true');
  if (!stage.has('products')) stage.set('products', document.createNode([]));
  const products: unknown = stage.get('products', true);
  if (!isSeq(products)) return undefined;
  products.add(entry);
  return document.toString({ lineWidth: 0 });
}

/** Quotes texts, so that none is read as a boolean or null. */
function entryOf(product: SpectrumProduct): YAMLMap {
  const entry = new YAMLMap();
  entry.flow = true;
  for (const [key, value] of Object.entries(product)) {
    const scalar = new Scalar(String(value));
    if (typeof value === 'string' && key !== 'name') scalar.type = 'QUOTE_DOUBLE';
    entry.set(key, scalar);
  }
  return entry;
}
