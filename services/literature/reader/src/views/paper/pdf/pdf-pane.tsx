import { Failed, Skeleton } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useStoredValue } from '@almagest/ui/stored-value';
import { useEffect, useRef, useState } from 'react';
import { titleOf } from '../../../paper-words.ts';
import { useOpenPaper } from '../open-paper.ts';
import { layerShown } from '../shown-blocks.ts';
import { pdfMessages } from './messages.ts';
import { pageTint } from './page-tint.ts';
import { openViewer, type OpenedViewer } from './open-viewer.ts';
import { PdfBar } from './pdf-bar.tsx';
import { usePdfPlace } from './use-pdf-place.ts';
import 'pdfjs-dist/web/pdf_viewer.css';
import './pdf.css';

/** Shows the PDF of the paper at the current place of the text. */
export function PdfPane({ onScrolled }: { readonly onScrolled: () => void }) {
  const t = useMessages(pdfMessages);
  const { bibcode, outline } = useOpenPaper();
  const container = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<OpenedViewer>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const tint = useStoredValue(pageTint);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    let isGone = false;
    let close = async () => await Promise.resolve();
    openViewer(element, bibcode).then(
      async (viewer) => {
        close = viewer.close;
        if (isGone) return await close();
        viewer.events.on('textlayerrendered', ({ source }: { source: { textLayer?: { div: HTMLElement } } }) => {
          if (source.textLayer !== undefined) layerShown(source.textLayer.div);
        });
        setOpened(viewer);
        return undefined;
      },
      (reason: unknown) => {
        if (!isGone) setError(reason);
      },
    );
    return () => {
      isGone = true;
      setOpened(undefined);
      void close();
    };
    // The user can select another file while the PDF is open.
  }, [bibcode, attempt, outline.pdf_revision]);
  usePdfPlace(opened, onScrolled);
  const tryAgain = () => {
    setError(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <div className="pdf-pane">
      <h1 className="unseen">{titleOf(outline.paper)}</h1>
      {opened === undefined ? null : <PdfBar opened={opened} />}
      {error === undefined ? null : <Failed error={error} onRetry={tryAgain} />}
      {opened === undefined && error === undefined ? <Skeleton>{t.loading}</Skeleton> : null}
      <div className="pdf-room">
        <div
          ref={container}
          className={tint === 'on' ? 'pdf-scroll tinted' : 'pdf-scroll'}
          tabIndex={0}
          role="region"
          aria-label={t.region}
        >
          <div className="pdfViewer" />
        </div>
      </div>
    </div>
  );
}
