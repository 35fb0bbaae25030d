import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { AskPapers } from './ask-papers.tsx';
import { askMessages } from './messages.ts';

export function AskView() {
  const t = useMessages(askMessages);
  usePageTitle(t.title);
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <AskPapers asked={null} />
    </div>
  );
}
