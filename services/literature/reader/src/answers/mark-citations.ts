/** The fields of an HTML node (hast) that this plugin uses. */
interface HtmlNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  children?: HtmlNode[];
}

const CITATION = /\[(\d{1,4})\]/;
const UNTOUCHED = new Set(['code', 'pre']);

/** Returns a plugin that turns `[1]` into `<data value="1">`, except in code and formulas. */
export function markCitations() {
  return (tree: HtmlNode) => visit(tree);
}

function visit(node: HtmlNode): void {
  if (node.children === undefined || UNTOUCHED.has(node.tagName ?? '')) return;
  node.children = node.children.flatMap((child) => (child.type === 'text' ? divide(child.value ?? '') : [child]));
  for (const child of node.children) visit(child);
}

/** Splits a text at its citations. Every second part is a citation number. */
function divide(text: string): HtmlNode[] {
  return text
    .split(CITATION)
    .map((part, index) =>
      index % 2 === 0
        ? { type: 'text', value: part }
        : { type: 'element', tagName: 'data', properties: { value: part }, children: [] },
    );
}
