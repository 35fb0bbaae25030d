import type { Collection } from '@almagest/contracts/literature';

export interface CollectionNode extends Collection {
  readonly depth: number;
  readonly children: readonly CollectionNode[];
}

export function treeOf(collections: readonly Collection[], parent: number | null = null, depth = 0): CollectionNode[] {
  return collections
    .filter(({ parent_id }) => parent_id === parent)
    .map((one) => ({ ...one, depth, children: treeOf(collections, one.id, depth + 1) }));
}

/** Lists all collections of a tree, parents first. */
export function flat(nodes: readonly CollectionNode[]): CollectionNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}

/** Returns the path of a collection, for flat lists. */
export function pathOf(collections: readonly Collection[], { parent_id, name }: Collection): string {
  const parent = collections.find(({ id }) => id === parent_id);
  return parent === undefined ? name : `${pathOf(collections, parent)} / ${name}`;
}
