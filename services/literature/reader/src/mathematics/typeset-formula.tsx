import katex from 'katex';
import { useCallback } from 'react';

export interface TypesetFormulaProps {
  readonly tex: string;
  readonly isDisplayed?: boolean;
}

/** An equation number. TeX allows it only in displayed formulas. */
const NUMBER = /\\tag\*?\s*\{/;

/** Shows a formula as MathML. Invalid TeX is shown as written. Numbered equations always use the displayed style. */
export function TypesetFormula({ tex, isDisplayed: isAskedFor = false }: TypesetFormulaProps) {
  const isDisplayed = isAskedFor || NUMBER.test(tex);
  const set = useCallback(
    (element: HTMLSpanElement | null) => {
      if (element === null) return;
      katex.render(tex, element, {
        displayMode: isDisplayed,
        output: 'mathml',
        throwOnError: false,
        strict: 'ignore',
        errorColor: 'currentcolor',
        maxSize: 20,
        maxExpand: 500,
      });
    },
    [tex, isDisplayed],
  );
  return <span ref={set} className={isDisplayed ? 'formula displayed' : 'formula'} />;
}
