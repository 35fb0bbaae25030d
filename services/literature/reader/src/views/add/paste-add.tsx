import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../api.ts';
import { titleOf } from '../../paper-words.ts';
import { useAction } from '../../use-action.ts';
import { addAll, dismissItem, type AddItem, type AddSource } from './add-queue.ts';
import { addMessages } from './messages.ts';
import { pastedSources } from './pasted-sources.ts';
import { useAddFiles } from './use-add-files.ts';

const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * Adds what is pasted outside fields: files, identifiers or a bibliography. Adding identifiers keeps the current page
 * open.
 */
export function PasteAdd() {
  const t = useMessages(addMessages);
  const navigate = useNavigate();
  const action = useAction();
  const addFiles = useAddFiles();
  useEffect(() => {
    /** Reports an added paper with an undo action. Opens the Add page for all other results. */
    const tell = async (item: AddItem) => {
      const paper = item.answer?.paper;
      if (paper === undefined || paper === null) return await navigate({ to: '/add' });
      dismissItem(item.id);
      const title = titleOf(paper);
      const undo = async () => await api.post('/api/library/trash', { body: { bibcodes: [paper.bibcode] } });
      const told = item.state === 'added' ? { told: t.addedByHand(title), undo } : { told: t.wasKnown(title) };
      return action.mutate(async () => await Promise.resolve(told));
    };
    const add = async (sources: readonly AddSource[]) => {
      for (const item of await addAll(sources)) await tell(item);
    };
    const paste = (event: ClipboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest(FIELDS) !== null;
      if (isField || event.clipboardData === null || document.querySelector('dialog[open]') !== null) return;
      const files = [...event.clipboardData.files];
      if (files.length > 0) return void addFiles(files);
      const sources = pastedSources(event.clipboardData.getData('text/plain'));
      if (sources.length === 0) return tellFault(new Error(t.pasteNothing));
      event.preventDefault();
      tellDone(t.pasted(sources.length));
      void add(sources);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [navigate, t, action, addFiles]);
  return null;
}
