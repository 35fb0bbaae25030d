import type { Collection } from '@almagest/contracts/literature';

/** A collection in the tree. */
export interface CollectionNode extends Collection {
  readonly depth: number;
  readonly children: readonly CollectionNode[];
}

/** The tree of collections; each stands in the list after the one around it. */
export function treeOf(collections: readonly Collection[], parent: number | null = null, depth = 0): CollectionNode[] {
  return collections
    .filter(({ parent_id }) => parent_id === parent)
    .map((one) => ({ ...one, depth, children: treeOf(collections, one.id, depth + 1) }));
}

/** All collections of a tree, those inside another after it. */
export function flat(nodes: readonly CollectionNode[]): CollectionNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}

/** The way to a collection, for lists without a tree. */
export function pathOf(collections: readonly Collection[], { parent_id, name }: Collection): string {
  const parent = collections.find(({ id }) => id === parent_id);
  return parent === undefined ? name : `${pathOf(collections, parent)} / ${name}`;
}
