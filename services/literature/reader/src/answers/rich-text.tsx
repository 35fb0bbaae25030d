import { useMemo, type ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { TypesetFormula } from '../mathematics/typeset-formula.tsx';
import { markCitations } from './mark-citations.ts';
import './rich-text.css';

export interface RichTextProps {
  /** What a model wrote: Markdown with formulas as TeX. */
  readonly text: string;
  /** What stands where the text cites a number; undefined leaves `[1]` as it is. */
  readonly citation?: (number: number) => ReactNode;
}

const remarkPlugins = [remarkGfm, remarkMath];

/**
 * The text of a model. It may repeat what hostile papers told it: markup in it is shown as text, pictures are not loaded,
 * and nothing of it is a link.
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
      // A displayed formula comes in it as well as code.
      pre: ({ children }) => <div className="rich-block">{children}</div>,
      // Headings of an answer are none of the page's.
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
        {text}
      </Markdown>
    </div>
  );
}

function textOf(children: ReactNode): string {
  return typeof children === 'string' ? children : Array.isArray(children) ? children.map(textOf).join('') : '';
}
