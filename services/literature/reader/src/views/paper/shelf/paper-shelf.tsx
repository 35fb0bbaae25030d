import type { LibraryPaper, ReadingState } from '@almagest/contracts/literature';
import { Button, buttonClass } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useShortcut } from '@almagest/ui/shortcuts';
import { useQuery } from '@tanstack/react-query';
import { Braces, ExternalLink, FolderPlus, KeyRound, Plus, Quote, Star, Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { copyText } from '../../../answers/copy-text.ts';
import { api, SLOW } from '../../../api.ts';
import { rowsQuery } from '../../../queries/library.ts';
import { useAction } from '../../../use-action.ts';
import { libraryMessages } from '../../library/messages.ts';
import { usePaperActions } from '../../library/use-paper-actions.ts';
import { NEXT_STATE, STATES } from '../../library/reading-states.ts';
import { BarButton } from '../bar-button.tsx';
import { citationOf } from '../cite.ts';
import { useOpenPaper } from '../open-paper.ts';
import { shelfMessages } from './messages.ts';
import './shelf.css';

const TagDialog = lazy(async () => ({ default: (await import('../../library/tag-dialog.tsx')).TagDialog }));
const CollectDialog = lazy(async () => ({ default: (await import('../../library/collect-dialog.tsx')).CollectDialog }));

const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }));

/** Shows what the library knows about the open paper, and changes it without leaving the paper. */
export function PaperShelf({ onBibtex }: { readonly onBibtex: () => void }) {
  const t = useMessages(shelfMessages);
  const { paper, links } = useOpenPaper().outline;
  const { data } = useQuery(rowsQuery([paper.bibcode], false));
  const publisher = links.find(({ label }) => label === 'Publisher') ?? links[0];
  const copyCitation = () => {
    copyText(citationOf(paper)).then(() => tellDone(t.citationCopied), tellFault);
  };
  useShortcut('y', t.bibtex, onBibtex);
  return (
    <div className="paper-shelf" role="group" aria-label={t.shelf}>
      {data === undefined ? null : data[0] === undefined ? <AddButton /> : <Marks paper={data[0]} />}
      <BarButton label={t.bibtex} icon={Braces} onPress={onBibtex} />
      <BarButton label={t.citation} icon={Quote} onPress={copyCitation} />
      {publisher === undefined ? null : (
        <a
          className={buttonClass('quiet', true)}
          href={publisher.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t.publisher}
          title={t.publisher}
        >
          <ExternalLink size={16} aria-hidden />
        </a>
      )}
    </div>
  );
}

function AddButton() {
  const t = useMessages(shelfMessages);
  const { bibcode } = useOpenPaper();
  const action = useAction();
  const add = async () => {
    await api.post('/api/papers', { body: { identifier: bibcode }, ...SLOW });
    const undo = async () => await api.post('/api/library/trash', { body: { bibcodes: [bibcode] } });
    return { told: t.added, undo };
  };
  return (
    <Button isBlocked={action.isPending} onClick={() => action.mutate(add)}>
      <Plus size={16} aria-hidden /> {t.add}
    </Button>
  );
}

function Marks({ paper }: { readonly paper: LibraryPaper }) {
  const t = useMessages(shelfMessages);
  const l = useMessages(libraryMessages);
  const actions = usePaperActions();
  const [open, setOpen] = useState<'tag' | 'collect' | 'key'>();
  const { is_starred: isStarred, reading_state: state } = paper;
  const codes = [paper.bibcode];
  const star = () => actions.star(codes, !isStarred);
  useShortcut('s', t.star, star);
  useShortcut('r', t.nextState, () => actions.setState(codes, NEXT_STATE[state]));
  useShortcut('t', t.tags, () => setOpen('tag'));
  useShortcut('l', t.collect, () => setOpen('collect'));
  const dialog = { chosen: codes, actions, onClose: () => setOpen(undefined) };
  return (
    <>
      <Button kind="quiet" iconOnly aria-label={t.star} title={`${t.star} (s)`} aria-pressed={isStarred} onClick={star}>
        <Star size={16} fill={isStarred ? 'currentColor' : 'none'} aria-hidden />
      </Button>
      <select
        aria-label={t.state}
        title={`${t.state} (r)`}
        value={state}
        onChange={({ target }) => actions.setState(codes, target.value as ReadingState)}
      >
        {STATES.map((one) => (
          <option key={one} value={one}>
            {l[one]}
          </option>
        ))}
      </select>
      <BarButton label={t.tags} icon={Tag} onPress={() => setOpen('tag')} />
      <BarButton label={t.collect} icon={FolderPlus} onPress={() => setOpen('collect')} />
      <BarButton label={t.key} icon={KeyRound} onPress={() => setOpen('key')} />
      <Suspense>
        {open === 'tag' ? <TagDialog {...dialog} /> : null}
        {open === 'collect' ? <CollectDialog {...dialog} /> : null}
        {open === 'key' ? <KeyDialog bibcode={paper.bibcode} onClose={dialog.onClose} /> : null}
      </Suspense>
    </>
  );
}
