import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { useStoredValue } from '@almagest/ui/stored-value';
import { useShortcut } from '@almagest/ui/shortcuts';
import { ChevronDown, ChevronUp, Contrast, Minus, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { BarButton } from '../bar-button.tsx';
import { pdfMessages } from './messages.ts';
import type { OpenedViewer } from './open-viewer.ts';
import { pageTint } from './page-tint.ts';

/** Shows the page number, the zoom buttons and the search field of the PDF. */
export function PdfBar({ opened }: { readonly opened: OpenedViewer }) {
  const t = useMessages(pdfMessages);
  const { events } = opened;
  const [hits, setHits] = useState<{ readonly current: number; readonly total: number }>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onHits = ({
      matchesCount,
    }: {
      readonly matchesCount: { readonly current: number; readonly total: number };
    }) => setHits(matchesCount);
    events.on('updatefindmatchescount', onHits);
    events.on('updatefindcontrolstate', onHits);
    return () => {
      events.off('updatefindmatchescount', onHits);
      events.off('updatefindcontrolstate', onHits);
    };
  }, [events]);
  const find = (type: '' | 'again', findPrevious = false) => {
    const query = field.current?.value ?? '';
    if (query === '') setHits(undefined);
    events.dispatch('find', {
      source: field,
      type,
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious,
    });
  };
  useShortcut('/', t.find, () => field.current?.focus());
  return (
    <div className="pdf-bar row">
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={t.find}
        placeholder={t.find}
        onChange={() => find('')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find('again', event.shiftKey);
        }}
      />
      <span role="status" className="muted small">
        {hits === undefined ? '' : t.found(hits.current, hits.total)}
      </span>
      <BarButton label={t.previous} icon={ChevronUp} onPress={() => find('again', true)} />
      <BarButton label={t.next} icon={ChevronDown} onPress={() => find('again')} />
      <PageAndSize opened={opened} />
    </div>
  );
}

function PageAndSize({ opened: { viewer, events, document } }: { readonly opened: OpenedViewer }) {
  const t = useMessages(pdfMessages);
  const [page, setPage] = useState(viewer.currentPageNumber);
  useEffect(() => {
    const onPage = ({ pageNumber }: { readonly pageNumber: number }) => setPage(pageNumber);
    events.on('pagechanging', onPage);
    return () => events.off('pagechanging', onPage);
  }, [events]);
  useShortcut('+', t.larger, () => viewer.increaseScale());
  useShortcut('-', t.smaller, () => viewer.decreaseScale());
  return (
    <>
      <span className="muted small">{t.page(page, document.numPages)}</span>
      <BarButton label={t.smaller} icon={Minus} onPress={() => viewer.decreaseScale()} />
      <BarButton label={t.larger} icon={Plus} onPress={() => viewer.increaseScale()} />
      <TintButton />
    </>
  );
}

function TintButton() {
  const t = useMessages(pdfMessages);
  const tint = useStoredValue(pageTint);
  return (
    <Button
      kind="quiet"
      iconOnly
      aria-label={t.tint}
      title={t.tint}
      aria-pressed={tint === 'on'}
      onClick={() => pageTint.write(tint === 'on' ? 'off' : 'on')}
    >
      <Contrast size={16} aria-hidden />
    </Button>
  );
}
