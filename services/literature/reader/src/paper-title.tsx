import { TextWithFormulas } from './mathematics/text-with-formulas.tsx';

interface PaperTitleProps {
  readonly title: string;
  readonly bibcode: string;
  /** Keeps fractions on the line. */
  readonly isLinear?: boolean;
}

/** Shows the title of a paper with its formulas, or its bibcode if it has no title. */
export function PaperTitle({ title, bibcode, isLinear = false }: PaperTitleProps) {
  return <TextWithFormulas text={title === '' ? bibcode : title} isLinear={isLinear} />;
}
