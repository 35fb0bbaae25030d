import type { PlacedName } from '../notes/passages.ts';

interface MarkedTarget extends PlacedName {
  readonly block: number;
}

let marked: readonly MarkedTarget[] = [];

/**
 * Highlights object names without changing the text. In browsers without the CSS highlight API, names appear only in
 * the panel.
 */
export function markTargets(targets: readonly MarkedTarget[]): void {
  const { highlights } = CSS as { readonly highlights?: HighlightRegistry };
  if (highlights === undefined || !('caretPositionFromPoint' in document)) return;
  marked = targets;
  const highlight = new Highlight(...targets.map(({ range }) => range));
  // Draw notes on the same words above this highlight.
  highlight.priority = -1;
  highlights.set('target', highlight);
}

/** Returns the object whose name is at a point of the window. */
export function targetAt(x: number, y: number): MarkedTarget | undefined {
  if (marked.length === 0) return undefined;
  const caret = document.caretPositionFromPoint(x, y);
  if (caret === null) return undefined;
  return marked.find(({ range }) => range.isPointInRange(caret.offsetNode, caret.offset));
}
