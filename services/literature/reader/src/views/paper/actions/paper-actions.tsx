import type { StandardPaper } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { DeferredMenu } from '@almagest/ui/components/deferred-menu';
import { Progress } from '@almagest/ui/components/progress';
import { useMessages } from '@almagest/ui/messages';
import { Ellipsis } from 'lucide-react';
import { lazy } from 'react';
import { useOpenPaper } from '../open-paper.ts';
import { qualityMessages } from '../quality/messages.ts';
import { useRecognitionOffer } from '../quality/use-recognition-offer.ts';
import { PaperShelf } from '../shelf/paper-shelf.tsx';
import { actionMessages } from './messages.ts';
import { usePaperProgress } from './use-paper-progress.ts';
import { usePaperWork, type PaperWork } from './use-paper-work.ts';

const load = async () => await import('./action-list.tsx');
const ActionList = lazy(async () => ({ default: (await load()).ActionList }));

/** Shows the next step for the paper as a button, and all other actions in a menu. */
export function PaperActions() {
  const t = useMessages(actionMessages);
  const q = useMessages(qualityMessages);
  const { paper } = useOpenPaper().outline;
  const work = usePaperWork();
  const translating = usePaperProgress('translating', {
    isAsked: work.doing === t.translate,
    isPossible: paper.has_markdown && !paper.has_translation,
  });
  const recognising = usePaperProgress('recognising', {
    isAsked: work.doing === q.recognise,
    isPossible: paper.pdf_is_scanned === true && !paper.has_markdown,
  });
  const progress = translating ?? recognising;
  return (
    <>
      <PaperShelf onBibtex={work.copyBibtex} />
      <div className="row paper-bar-actions">
        {work.doing === undefined && progress === undefined ? <NextStep work={work} /> : null}
        {progress === undefined ? (
          <span role="status" className="muted small">
            {work.doing === undefined ? faultOf(paper, t.parseFailed) : t.working(work.doing)}
          </span>
        ) : (
          <Progress
            label={translating === undefined ? t.recognising : t.translating}
            done={progress.done}
            total={progress.total}
            isActive
          />
        )}
        <DeferredMenu
          load={load}
          button={(events) => (
            <Button
              iconOnly
              aria-label={t.more}
              isBlocked={work.doing !== undefined}
              {...(work.doing === undefined ? events : {})}
            >
              <Ellipsis size={18} aria-hidden />
            </Button>
          )}
        >
          <ActionList work={work} />
        </DeferredMenu>
      </div>
    </>
  );
}

/** Returns the parse error to show. For scans, a separate message appears above the text. */
function faultOf(paper: StandardPaper, words: (why: string) => string): string {
  const { parse_error: why, has_markdown: isParsed, pdf_is_scanned: isScan = false } = paper;
  return why === undefined || isParsed || isScan ? '' : words(why);
}

function NextStep({ work }: { readonly work: PaperWork }) {
  const t = useMessages(actionMessages);
  const q = useMessages(qualityMessages);
  const offer = useRecognitionOffer();
  const { paper } = useOpenPaper().outline;
  if (!paper.is_downloaded)
    return (
      <Button needs="member" kind="primary" onClick={work.read}>
        {t.read}
      </Button>
    );
  if (!paper.has_markdown && offer?.is_available === true)
    return (
      <Button needs="member" kind="primary" onClick={work.recognise}>
        {q.recognise}
      </Button>
    );
  if (!paper.has_markdown)
    return (
      <Button needs="member" kind="primary" onClick={() => work.parse()}>
        {t.parse}
      </Button>
    );
  return paper.has_translation ? null : (
    <Button needs="member" onClick={work.translate}>
      {t.translate}
    </Button>
  );
}
