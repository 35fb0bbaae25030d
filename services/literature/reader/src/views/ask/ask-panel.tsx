import { useOpenPaper } from '../paper/open-paper.ts';
import { AskPapers } from './ask-papers.tsx';
import { ShownPaperContext } from './cited-place.tsx';

export function AskPanel() {
  const { bibcode, passage, jumpTo } = useOpenPaper();
  return (
    <ShownPaperContext value={{ bibcode, jumpTo }}>
      <AskPapers key={bibcode} asked={bibcode} about={passage?.text} />
    </ShownPaperContext>
  );
}
