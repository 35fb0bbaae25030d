import type { PaperOutline } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Skeleton } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { tellDone } from '@almagest/ui/notices';
import { useShortcut } from '@almagest/ui/shortcuts';
import { useNavigate } from '@tanstack/react-router';
import { PanelLeft, PanelRight } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { FOLDED, MODES, type PaperMode } from './address.ts';
import { OpenPaperContext, useOpenPaper, type OpenPaper, type Passage } from './open-paper.ts';
import { LeftPane, usePartShortcuts } from './left-pane.tsx';
import { LooseTranslation } from './loose-translation.tsx';
import { paperMessages } from './messages.ts';
import { PaperActions } from './actions/paper-actions.tsx';
import { PaperHead } from './paper-head.tsx';
import { SelectionBar } from './notes/selection-bar.tsx';
import { usePaintedNotes } from './notes/use-painted-notes.ts';
import { PANELS } from './panels.ts';
import { CropKey } from './pdf/crop-key.tsx';
import { PanelShortcuts, RightPane } from './right-pane.tsx';
import { PAPER_PATH, paperPage } from './paper-page.ts';
import { TextPane } from './text-pane.tsx';
import { useEarlierFragment } from './use-earlier-fragment.ts';
import { usePanes } from './use-panes.ts';
import { usePlace } from './use-place.ts';

const PdfPane = lazy(async () => ({ default: (await import('./pdf/pdf-pane.tsx')).PdfPane }));

const TargetMarks = lazy(async () => ({ default: (await import('./targets/target-marks.tsx')).TargetMarks }));

/** Shows the three panes of a paper and the bar above them. */
export function PaperLayout({ outline }: { readonly outline: PaperOutline }) {
  const { readingPosition, onScrolled, jumpTo, lit } = usePlace();
  const panes = usePanes();
  const mode = paperPage.useSearch({ select: (search): PaperMode => search.mode ?? 'text' });
  const [passage, setPassage] = useState<Passage>();
  const openPaper = useMemo<OpenPaper>(
    () => ({
      bibcode: outline.paper.bibcode,
      outline,
      mode: isThere(mode, outline) ? mode : 'text',
      lit,
      jumpTo: (block, quote) => {
        // In narrow windows, a pane covers the text, so close it.
        if (panes.isNarrow && panes.left !== undefined) panes.showLeft(FOLDED);
        if (panes.isNarrow && panes.right !== undefined) panes.showRight(FOLDED);
        void jumpTo(block, quote);
      },
      openPanel: (id, about) => {
        setPassage(about);
        panes.showRight(id);
      },
      passage,
      readingPosition,
    }),
    [outline, mode, lit, panes, jumpTo, passage, readingPosition],
  );
  return (
    <OpenPaperContext value={openPaper}>
      <PaperKeys />
      <SelectionBar />
      <CropKey />
      <PanelShortcuts />
      <Suspense>
        <TargetMarks />
      </Suspense>
      <div className="paper-layout">
        <PaperBar panes={panes} />
        <div className="paper-panes">
          {panes.left === undefined ? null : (
            <LeftPane list={panes.left} onChoose={panes.showLeft} onClose={() => panes.showLeft(FOLDED)} />
          )}
          <MiddlePane onScrolled={onScrolled} />
          {panes.right === undefined ? null : <RightPane panel={panes.right} onClose={() => panes.showRight(FOLDED)} />}
        </div>
      </div>
    </OpenPaperContext>
  );
}

function MiddlePane({ onScrolled }: { readonly onScrolled: () => void }) {
  const t = useMessages(paperMessages);
  const { mode, outline } = useOpenPaper();
  if (mode === 'pdf')
    return (
      <Suspense fallback={<Skeleton>{t.loading}</Skeleton>}>
        <PdfPane onScrolled={onScrolled} />
      </Suspense>
    );
  if (mode === 'translation' && outline.translation === 'loose') return <LooseTranslation head={<PaperHead />} />;
  return <TextPane head={<PaperHead />} onScrolled={onScrolled} />;
}

function PaperKeys() {
  useEarlierFragment();
  usePartShortcuts();
  usePaintedNotes();
  return null;
}

const KEYS: Readonly<Record<PaperMode, string>> = { text: '1', translation: '2', both: '3', pdf: '4' };
const ICON = 18;

/** Shows the view switch, the actions and the buttons for the panes. */
function PaperBar({ panes }: { readonly panes: ReturnType<typeof usePanes> }) {
  const t = useMessages(paperMessages);
  const toggleLeft = () => panes.showLeft(panes.left === undefined ? 'contents' : FOLDED);
  const toggleRight = () => panes.showRight(panes.right === undefined ? (PANELS[0]?.id ?? FOLDED) : FOLDED);
  useShortcut('[', t.foldLeft, toggleLeft);
  useShortcut(']', t.foldRight, toggleRight);
  return (
    <div className="paper-bar">
      <Button
        kind="quiet"
        iconOnly
        aria-label={t.foldLeft}
        aria-expanded={panes.left !== undefined}
        title={`${t.foldLeft} ([)`}
        onClick={toggleLeft}
      >
        <PanelLeft size={ICON} aria-hidden />
      </Button>
      <Modes />
      <PaperActions />
      <Button
        kind="quiet"
        iconOnly
        aria-label={t.foldRight}
        aria-expanded={panes.right !== undefined}
        title={`${t.foldRight} (])`}
        onClick={toggleRight}
      >
        <PanelRight size={ICON} aria-hidden />
      </Button>
    </div>
  );
}

/**
 * Returns true if the paper can be shown in a mode. A translation of an earlier parse is shown only without the text.
 */
function isThere(mode: PaperMode, { paper, translation }: PaperOutline): boolean {
  if (mode === 'pdf') return paper.is_downloaded && paper.pdf_error === undefined;
  return mode === 'text' || translation === 'aligned' || (mode === 'translation' && translation === 'loose');
}

function Modes() {
  const t = useMessages(paperMessages);
  return (
    <div className="modes" role="group" aria-label={t.modes}>
      {MODES.map((mode) => (
        <ModeButton key={mode} mode={mode} />
      ))}
    </div>
  );
}

function ModeButton({ mode }: { readonly mode: PaperMode }) {
  const t = useMessages(paperMessages);
  const { outline, mode: shown } = useOpenPaper();
  const navigate = useNavigate({ from: PAPER_PATH });
  const isOffered = isThere(mode, outline);
  const show = () => {
    if (!isOffered) {
      tellDone(t.notThere(t[mode]));
      return;
    }
    void navigate({
      search: ({ mode: _before, ...others }) => (mode === 'text' ? others : { ...others, mode }),
      resetScroll: false,
    });
  };
  useShortcut(KEYS[mode], t[mode], show);
  return (
    <button
      type="button"
      className="pane-tab"
      aria-pressed={mode === shown}
      aria-disabled={!isOffered}
      title={isOffered ? `${t[mode]} (${KEYS[mode]})` : t.notThere(t[mode])}
      onClick={show}
    >
      {t[mode]}
    </button>
  );
}
