import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useQuery } from '@tanstack/react-query';
import { titleOf } from '../../paper-words.ts';
import { PaperLayout } from './paper-layout.tsx';
import { paperMessages } from './messages.ts';
import { outlineQuery } from './queries.ts';
import { paperPage } from './paper-page.ts';
import 'katex/dist/katex.min.css';
import './paper.css';
import './paper-text.css';
import './notes/notes.css';

export function PaperView() {
  const t = useMessages(paperMessages);
  const { bibcode } = paperPage.useParams();
  const outline = useQuery(outlineQuery(bibcode));
  usePageTitle(outline.data === undefined ? bibcode : titleOf(outline.data.paper));
  return (
    <div className="paper-view">
      <Loaded query={outline} loading={t.loading}>
        {(data) => <PaperLayout key={data.paper.bibcode} outline={data} />}
      </Loaded>
    </div>
  );
}
