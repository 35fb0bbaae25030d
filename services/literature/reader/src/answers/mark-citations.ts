/** The part of a tree of HTML that is used here (hast). */
interface HtmlNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  children?: HtmlNode[];
}

const CITATION = /\[(\d{1,4})\]/;
const UNTOUCHED = new Set(['code', 'pre']);

/** Makes `[1]` in texts an element, `<data value="1">`; not in code and formulas. */
export function markCitations() {
  return (tree: HtmlNode) => visit(tree);
}

function visit(node: HtmlNode): void {
  if (node.children === undefined || UNTOUCHED.has(node.tagName ?? '')) return;
  node.children = node.children.flatMap((child) => (child.type === 'text' ? divide(child.value ?? '') : [child]));
  for (const child of node.children) visit(child);
}

/** Every second part is the number of a citation. */
function divide(text: string): HtmlNode[] {
  return text
    .split(CITATION)
    .map((part, index) =>
      index % 2 === 0
        ? { type: 'text', value: part }
        : { type: 'element', tagName: 'data', properties: { value: part }, children: [] },
    );
}
