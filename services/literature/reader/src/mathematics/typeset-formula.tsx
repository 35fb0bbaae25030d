import katex from 'katex';
import { useCallback } from 'react';

export interface TypesetFormulaProps {
  readonly tex: string;
  readonly isDisplayed?: boolean;
}

/** Shows a formula as MathML. Invalid TeX is shown as written. */
export function TypesetFormula({ tex, isDisplayed = false }: TypesetFormulaProps) {
  const set = useCallback(
    (element: HTMLSpanElement | null) => {
      if (element === null) return;
      katex.render(tex, element, {
        displayMode: isDisplayed,
        output: 'mathml',
        throwOnError: false,
        strict: 'ignore',
        maxSize: 20,
        maxExpand: 500,
      });
    },
    [tex, isDisplayed],
  );
  return <span ref={set} className={isDisplayed ? 'formula displayed' : 'formula'} />;
}
