import { TextWithFormulas } from './mathematics/text-with-formulas.tsx';

/** The title of a paper, with its formulas; its code where it has none. */
export function PaperTitle({ title, bibcode }: { readonly title: string; readonly bibcode: string }) {
  return <TextWithFormulas text={title === '' ? bibcode : title} />;
}
