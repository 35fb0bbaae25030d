import type { Window } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';

/** Waits for a text on the page and selects it. PDF pages are redrawn, so the text can disappear for a moment. */
export async function select({ page }: Window, from: string, to: string, within: string): Promise<void> {
  const selectNow = `(() => {
    const nodes = [...document.querySelectorAll(${JSON.stringify(within)})].flatMap((root) => {
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      return Array.from({ length: 10_000 }, () => walk.nextNode()).filter((node) => node !== null);
    });
    const place = (words, from) => nodes.findIndex((node, index) => index >= from && node.data.includes(words));
    const [from, to] = [${JSON.stringify(from)}, ${JSON.stringify(to)}];
    const [first, last] = [place(from, 0), place(to, place(from, 0))];
    if (first < 0 || last < 0) return false;
    const range = document.createRange();
    range.setStart(nodes[first], nodes[first].data.indexOf(from));
    range.setEnd(nodes[last], nodes[last].data.indexOf(to) + to.length);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return true;
  })()`;
  await until(async () => await page.evaluate<boolean>(selectNow), `'${from}' and '${to}' to be there`);
}

/** Returns the text that is highlighted in a colour. */
export async function marked({ page }: Window, color: string): Promise<string> {
  return await page.evaluate<string>(
    `[...(CSS.highlights.get('note-${color}') ?? [])].map((range) => range.toString()).join('|')`,
  );
}
