import './rich-text.css';
import { useMemo, type ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { TypesetFormula } from '../mathematics/typeset-formula.tsx';

export interface RichTextProps {
  /** Text from a model: Markdown with TeX formulas. */
  readonly text: string;
  /** Renders a citation number. Without a renderer, `[1]` is shown as text. */
  readonly citation?: (number: number) => ReactNode;
}

const remarkPlugins = [remarkGfm, remarkMath];

/**
 * Matches code, to leave it unchanged, and formulas in `\(…\)` or `\[…\]`. Many models write these instead of `$…$`.
 */
const BRACKETS = /(```[^]*?(?:```|$)|`[^`\n]*`)|\\\(([^]+?)\\\)|\\\[([^]+?)\\\]/g;

function withDollars(text: string): string {
  return text.replaceAll(BRACKETS, (all, code?: string, inline?: string, displayed?: string) => {
    if (code !== undefined) return all;
    return inline === undefined ? `\n$$\n${(displayed ?? '').trim()}\n$$\n` : `$${inline.trim()}$`;
  });
}

/**
 * Renders text from a model. The text may repeat hostile input, so markup is shown as text, and images and links are
 * dropped.
 */
export function RichText({ text, citation }: RichTextProps) {
  const components = useMemo<Components>(
    () => ({
      a: ({ href, children }) => (
        <>
          {children}
          {href === undefined || href === '' || href === children ? null : <span className="muted"> ({href})</span>}
        </>
      ),
      img: ({ alt }) => <>{alt}</>,
      input: ({ checked }) => <>{checked === true ? '☑' : '☐'}</>,
      code: ({ className = '', children }) =>
        className.includes('language-math') ? (
          <TypesetFormula tex={textOf(children)} isDisplayed={className.includes('math-display')} />
        ) : (
          <code>{children}</code>
        ),
      // Displayed formulas also arrive as `pre`.
      pre: ({ children }) => <div className="rich-block">{children}</div>,
      // Headings in an answer must not appear in the outline of the page.
      ...Object.fromEntries(
        ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [
          name,
          ({ children }: { readonly children?: ReactNode }) => <p className="rich-heading">{children}</p>,
        ]),
      ),
      data: ({ value }) => citation?.(Number(value)) ?? `[${Number(value)}]`,
    }),
    [citation],
  );
  return (
    <div className="rich-text">
      <Markdown remarkPlugins={remarkPlugins} rehypePlugins={[markCitations]} components={components}>
        {withDollars(text)}
      </Markdown>
    </div>
  );
}

function textOf(children: ReactNode): string {
  return typeof children === 'string' ? children : Array.isArray(children) ? children.map(textOf).join('') : '';
}

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
function markCitations() {
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
