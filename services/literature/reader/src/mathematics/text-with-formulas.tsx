import { lazy, memo, Suspense } from 'react';
import { simpleFormula, type FormulaPart } from './simple-formula.ts';
import { splitMathematics } from './split-mathematics.ts';
import './formula.css';

// What no letters and scripts can show is typeset, and only then is what typesets loaded.
const TypesetFormula = lazy(async () => ({ default: (await import('./typeset-formula.tsx')).TypesetFormula }));

/** A title or an abstract, with the TeX between its dollar signs as formulas. All else is shown as the text that it is. */
export const TextWithFormulas = memo(function TextWithFormulas({ text }: { readonly text: string }) {
  if (!text.includes('$')) return text;
  return splitMathematics(text).map((piece, place) =>
    piece.kind === 'words' ? piece.text : <Formula key={place} tex={piece.text} />,
  );
});

function Formula({ tex }: { readonly tex: string }) {
  const parts = simpleFormula(tex);
  if (parts === undefined)
    return (
      <Suspense fallback={tex}>
        <TypesetFormula tex={tex} />
      </Suspense>
    );
  return (
    <span className="line-formula">
      {parts.map((part, place) => (
        <Part key={place} {...part} />
      ))}
    </span>
  );
}

function Part({ text, shift, isItalic }: FormulaPart) {
  const letters = isItalic ? <i>{text}</i> : text;
  if (shift === 'none') return letters;
  return shift === 'sub' ? <sub>{letters}</sub> : <sup>{letters}</sup>;
}
