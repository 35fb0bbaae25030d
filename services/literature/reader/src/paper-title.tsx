import { TextWithFormulas } from './mathematics/text-with-formulas.tsx';

/** Shows the title of a paper with its formulas, or its bibcode if it has no title. */
export function PaperTitle({ title, bibcode }: { readonly title: string; readonly bibcode: string }) {
  return <TextWithFormulas text={title === '' ? bibcode : title} />;
}
