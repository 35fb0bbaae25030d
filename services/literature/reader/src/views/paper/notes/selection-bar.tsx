import type { HighlightColor, NoteRecord } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useShortcut } from '@almagest/ui/shortcuts';
import { Copy, Languages, MessageCircleQuestion, Orbit, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { BarButton } from '../bar-button.tsx';
import { citationOf } from '../cite.ts';
import { useOpenPaper } from '../open-paper.ts';
import { PANELS } from '../panels.ts';
import { ColorSwatches } from './color-swatches.tsx';
import { noteMessages } from './messages.ts';
import type { Selected } from './passages.ts';
import { useNoteChanges } from './queries.ts';
import { TranslationDialog } from './translation-dialog.tsx';
import { expectNote, focusNote, forgetNote } from './focus-note.ts';
import { useSelected } from './use-selected.ts';

const WIDTH_PX = 340;
const HEIGHT_PX = 56;

const has = (id: string) => PANELS.some((panel) => panel.id === id);

/** Shows the actions for selected text, next to it or at the bottom of a narrow window. */
export function SelectionBar() {
  const t = useMessages(noteMessages);
  const selected = useSelected();
  const [translated, setTranslated] = useState<Selected>();
  const actions = useActions(selected.read);
  useShortcut('h', t.highlightKey, () => void actions.highlight('yellow'));
  useShortcut('m', t.write, () => void actions.write());
  useShortcut('c', t.copy, () => void actions.copy());
  const { box } = selected;
  return (
    <>
      {box === undefined ? null : (
        <div
          className="passage-bar"
          role="toolbar"
          aria-label={t.bar}
          style={{
            top: Math.max(8, Math.min(box.bottom + 8, innerHeight - HEIGHT_PX)),
            left: Math.max(8, Math.min(box.left, innerWidth - WIDTH_PX)),
          }}
          // A press would otherwise clear the selection.
          onPointerDown={(event) => event.preventDefault()}
        >
          <ColorSwatches onChoose={(color) => void actions.highlight(color)} />
          <BarButton label={t.write} icon={StickyNote} onPress={() => void actions.write()} />
          <BarButton label={t.copy} icon={Copy} onPress={() => void actions.copy()} />
          <BarButton
            label={t.translate}
            icon={Languages}
            onPress={() => void selected.read().then(setTranslated).catch(tellFault)}
          />
          {has('ask') ? (
            <BarButton label={t.ask} icon={MessageCircleQuestion} onPress={() => void actions.open('ask')} />
          ) : null}
          {has('targets') ? (
            <BarButton label={t.lookUp} icon={Orbit} onPress={() => void actions.open('targets')} />
          ) : null}
        </div>
      )}
      {translated === undefined ? null : (
        <TranslationDialog selected={translated} onClose={() => setTranslated(undefined)} />
      )}
    </>
  );
}

function useActions(read: () => Promise<Selected | undefined>) {
  const t = useMessages(noteMessages);
  const { outline, openPanel } = useOpenPaper();
  const changes = useNoteChanges();
  const withSelected = async (work: (selected: Selected) => Promise<void> | void) => {
    try {
      const selected = await read();
      if (selected === undefined) throw new Error(t.notInText);
      await work(selected);
    } catch (error) {
      tellFault(error);
    }
  };
  const wordsOf = ({ parts }: Selected) => parts.map(({ text }) => text).join('\n\n');
  return {
    highlight: async (color: HighlightColor) =>
      await withSelected(async (selected) => {
        await changes.add(selected, color);
        getSelection()?.removeAllRanges();
      }),
    write: async () => {
      expectNote();
      let note: NoteRecord | undefined;
      await withSelected(async (selected) => {
        note = await changes.add(selected, 'yellow');
        getSelection()?.removeAllRanges();
        openPanel('notes');
      });
      if (note === undefined) forgetNote();
      else focusNote(note.id);
    },
    copy: async () =>
      await withSelected(async (selected) => {
        await navigator.clipboard.writeText(`“${wordsOf(selected)}” (${citationOf(outline.paper)})`);
        tellDone(t.copied);
      }),
    open: async (panel: string) =>
      await withSelected((selected) =>
        openPanel(panel, { text: wordsOf(selected), block: selected.parts[0]?.block ?? 0 }),
      ),
  };
}
