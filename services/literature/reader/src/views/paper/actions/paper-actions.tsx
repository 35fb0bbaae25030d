import { Button } from '@almagest/ui/components/button';
import { DeferredMenu } from '@almagest/ui/components/deferred-menu';
import { useMessages } from '@almagest/ui/messages';
import { Ellipsis } from 'lucide-react';
import { lazy } from 'react';
import { useOpenPaper } from '../open-paper.ts';
import { actionMessages } from './messages.ts';
import { usePaperWork, type PaperWork } from './use-paper-work.ts';

const load = async () => await import('./action-list.tsx');
const ActionList = lazy(async () => ({ default: (await load()).ActionList }));

/** What comes next for the paper as a button, and all else in a menu. */
export function PaperActions() {
  const t = useMessages(actionMessages);
  const { paper } = useOpenPaper().outline;
  const work = usePaperWork();
  return (
    <div className="row paper-bar-actions">
      {work.doing === undefined ? <NextStep work={work} /> : null}
      <span role="status" className="muted small">
        {work.doing === undefined
          ? parseFault(paper.parse_error, paper.has_markdown, t.parseFailed)
          : t.working(work.doing)}
      </span>
      <DeferredMenu
        load={load}
        button={(events) => (
          <Button iconOnly aria-label={t.more} disabled={work.doing !== undefined} {...events}>
            <Ellipsis size={18} aria-hidden />
          </Button>
        )}
      >
        <ActionList work={work} />
      </DeferredMenu>
    </div>
  );
}

function parseFault(why: string | undefined, isParsed: boolean, words: (why: string) => string): string {
  return why === undefined || isParsed ? '' : words(why);
}

function NextStep({ work }: { readonly work: PaperWork }) {
  const t = useMessages(actionMessages);
  const { paper } = useOpenPaper().outline;
  if (!paper.is_downloaded)
    return (
      <Button kind="primary" onClick={work.read}>
        {t.read}
      </Button>
    );
  if (!paper.has_markdown)
    return (
      <Button kind="primary" onClick={() => work.parse()}>
        {t.parse}
      </Button>
    );
  return paper.has_translation ? null : <Button onClick={work.translate}>{t.translate}</Button>;
}
