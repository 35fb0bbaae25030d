import { splitMathematics } from '@almagest/contracts/text-with-formulas';
import { lazy, memo, Suspense } from 'react';
import { simpleFormula, type FormulaPart } from '@almagest/contracts/simple-formula';
import './formula.css';

// Loads the typesetting library only for formulas that letters and scripts cannot show.
const TypesetFormula = lazy(async () => ({ default: (await import('./typeset-formula.tsx')).TypesetFormula }));

interface TextWithFormulasProps {
  readonly text: string;
  /** Keeps fractions and roots on the line, so that lists don't load the typesetting library. */
  readonly isLinear?: boolean;
}

/** Shows any text of a paper, a note or a question with its TeX formulas. Everything else is shown as plain text. */
export const TextWithFormulas = memo(function TextWithFormulas({ text, isLinear = false }: TextWithFormulasProps) {
  if (!text.includes('$')) return text;
  return splitMathematics(text).map((piece, place) =>
    piece.kind === 'words' ? piece.text : <Formula key={place} tex={piece.text.trim()} isLinear={isLinear} />,
  );
});

function Formula({ tex, isLinear }: { readonly tex: string; readonly isLinear: boolean }) {
  const parts = simpleFormula(tex, isLinear);
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
