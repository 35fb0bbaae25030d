import type { PaperOutline } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Skeleton, Banner, Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { tellDone } from '@almagest/ui/notices';
import { useShortcut } from '@almagest/ui/shortcuts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PanelLeft, PanelRight } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, type ReactNode, useEffect } from 'react';
import { api, SLOW } from '../../api.ts';
import { PaperActions } from './actions/paper-actions.tsx';
import { FOLDED, MODES, type PaperMode } from './address.ts';
import { LeftPane, usePartShortcuts } from './left-pane.tsx';
import { paperMessages } from './messages.ts';
import { notesQuery } from './notes/queries.ts';
import { SelectionBar } from './notes/selection-bar.tsx';
import { usePaintedNotes } from './notes/use-painted-notes.ts';
import { OpenPaperContext, useOpenPaper, type OpenPaper, type Passage } from './open-paper.ts';
import { blocksOfAnchors } from './outline-lists.ts';
import { PANELS } from './panels.ts';
import { PaperHead } from './paper-head.tsx';
import { PAPER_PATH, paperPage } from './paper-page.ts';
import { CropKey } from './pdf/crop-key.tsx';
import { PanelShortcuts, RightPane } from './right-pane.tsx';
import { ServerHtml } from './server-html.tsx';
import { TextPane } from './text-pane.tsx';
import { usePanes } from './use-panes.ts';
import { usePlace } from './use-place.ts';

const looseTranslationQuery = (bibcode: string, revision: string) =>
  queryOptions({
    queryKey: ['loose-translation', bibcode, revision],
    queryFn: async ({ signal }) =>
      (await api.get('/api/paper/page', { query: { bibcode }, signal, ...SLOW })).loose_translation_html ?? '',
    staleTime: Infinity,
  });

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

/** Shows the complete translation of an earlier parse. The translated paragraphs no longer match the text. */
function LooseTranslation({ head }: { readonly head: ReactNode }) {
  const t = useMessages(paperMessages);
  const { bibcode, outline } = useOpenPaper();
  return (
    <div className="paper-scroll" tabIndex={0} role="region" aria-label={t.middlePane}>
      <div className="paper-text translation">
        {head}
        <Banner>{t.looseTranslation}</Banner>
        <Loaded query={useQuery(looseTranslationQuery(bibcode, outline.revision))} loading={t.loadingText}>
          {(text) => <ServerHtml className="block" html={text} enlarge={t.enlarge} />}
        </Loaded>
      </div>
    </div>
  );
}

/** Opens the note or anchor of an earlier version's address and replaces the address with its current form. */
function useEarlierFragment(): void {
  const { bibcode, outline } = useOpenPaper();
  const fragment = paperPage.useSearch({ select: (search) => search.fragment });
  const navigate = useNavigate({ from: PAPER_PATH });
  const noteId = Number(/^note-(\d{1,15})$/.exec(fragment ?? '')?.[1]);
  const isNote = !Number.isNaN(noteId);
  const notes = useQuery({ ...notesQuery(bibcode), enabled: isNote });
  const anchors = useMemo(() => blocksOfAnchors(outline.blocks), [outline.blocks]);
  useEffect(() => {
    if (fragment === undefined || (isNote && notes.isPending)) return;
    const note = isNote ? notes.data?.find(({ id }) => id === noteId) : undefined;
    const block = note?.paragraph_index ?? anchors.get(fragment) ?? -1;
    void navigate({
      search: ({ fragment: _fragment, ...others }) => ({
        ...others,
        ...(isNote ? { right: 'notes' } : {}),
        ...(block < 0 ? {} : { block: String(block) }),
        ...(note === undefined || note.selected_text === '' ? {} : { quote: note.selected_text }),
      }),
      replace: true,
      resetScroll: false,
    });
  }, [fragment, isNote, noteId, notes.isPending, notes.data, anchors, navigate]);
}
