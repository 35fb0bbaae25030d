import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { RotateCcw, Tag, Trash2, FolderPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ActionMenu } from '../../action-menu.tsx';
import { CollectDialog } from './collect-dialog.tsx';
import { actionMessages, libraryMessages } from './messages.ts';
import { TagDialog } from './tag-dialog.tsx';
import type { PaperActions } from './use-paper-actions.ts';
import type { PaperSelection } from './use-selection.ts';

const ICON = 16;
const CitationStylesDialog = lazy(async () => await import('./citation-styles-dialog.tsx'));

export interface SelectionBarProps {
  readonly codes: readonly string[];
  readonly selection: PaperSelection;
  readonly actions: PaperActions;
  readonly inTrash: boolean;
}

/** Shows the number of selected papers and the actions for them. Always visible, so that rows don't move. */
export function SelectionBar({ codes, selection, actions, inTrash }: SelectionBarProps) {
  const t = useMessages(libraryMessages);
  const a = useMessages(actionMessages);
  const { chosen } = selection;
  const isAll = chosen.length > 0 && chosen.length === codes.length;
  const isIdle = chosen.length === 0 || actions.isPending;
  useShortcut('#', t.trashRow, () => {
    if (!isIdle && !inTrash) actions.move(chosen, 'trash');
  });
  return (
    <div className="selection-bar row" role="group" aria-label={a.actions}>
      <label className="row">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = chosen.length > 0 && !isAll;
          }}
          onChange={(event) => selection.setAll(event.target.checked)}
        />
        {t.selectAll}
      </label>
      <span role="status" className="muted">
        {t.selected(chosen.length)}
      </span>
      {inTrash ? (
        <Button isBlocked={isIdle} onClick={() => actions.move(chosen, 'restore')}>
          <RotateCcw size={ICON} aria-hidden />
          {a.restore}
        </Button>
      ) : (
        <LibraryActions chosen={chosen} actions={actions} isIdle={isIdle} />
      )}
    </div>
  );
}

interface LibraryActionsProps {
  readonly chosen: readonly string[];
  readonly actions: PaperActions;
  readonly isIdle: boolean;
}

function LibraryActions({ chosen, actions, isIdle }: LibraryActionsProps) {
  const a = useMessages(actionMessages);
  const [open, setOpen] = useState<'tag' | 'collect'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ActionMenu
        label={a.state}
        isDisabled={isIdle}
        actions={[
          ...(['unread', 'reading', 'read'] as const).map((state) => {
            return { label: a[state], run: () => actions.setState(chosen, state) };
          }),
          { label: a.star, run: () => actions.star(chosen, true) },
          { label: a.unstar, run: () => actions.star(chosen, false) },
        ]}
      />
      <Button isBlocked={isIdle} onClick={() => setOpen('tag')}>
        <Tag size={ICON} aria-hidden />
        {a.tag}
      </Button>
      <Button needs="member" isBlocked={isIdle} onClick={() => setOpen('collect')}>
        <FolderPlus size={ICON} aria-hidden />
        {a.collect}
      </Button>
      <ActionMenu
        label={a.texts}
        isDisabled={isIdle}
        actions={[
          { label: a.fetch, run: () => actions.runBatch(chosen, 'all') },
          { label: a.translate, run: () => actions.runBatch(chosen, 'translate') },
          { label: a.noResource, run: () => actions.markWithoutText(chosen) },
        ]}
      />
      <ExportMenu chosen={chosen} actions={actions} isIdle={isIdle} />
      <Button
        iconOnly
        aria-label={a.trash}
        title={`${a.trash} (#)`}
        isBlocked={isIdle}
        onClick={() => actions.move(chosen, 'trash')}
      >
        <Trash2 size={ICON} aria-hidden />
      </Button>
      {open === 'tag' ? <TagDialog chosen={chosen} actions={actions} onClose={close} /> : null}
      {open === 'collect' ? <CollectDialog chosen={chosen} actions={actions} onClose={close} /> : null}
    </>
  );
}

function ExportMenu({ chosen, actions, isIdle }: LibraryActionsProps) {
  const a = useMessages(actionMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionMenu
        label={a.export}
        isDisabled={isIdle}
        actions={[
          ...(['bibtex', 'ris', 'csl-json', 'markdown'] as const).map((format) => {
            return { label: a[format], run: () => actions.export(chosen, format) };
          }),
          ...(['aas', 'mnras', 'aa'] as const).map((style) => {
            return { label: a[style], run: () => actions.export(chosen, 'text', { style }) };
          }),
          { label: a.styles, run: () => setOpen(true) },
        ]}
      />
      <Suspense>
        {isOpen ? <CitationStylesDialog chosen={chosen} actions={actions} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
