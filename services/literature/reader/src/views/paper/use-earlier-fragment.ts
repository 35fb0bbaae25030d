import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useOpenPaper } from './open-paper.ts';
import { notesQuery } from './notes/queries.ts';
import { blocksOfAnchors } from './outline-lists.ts';
import { PAPER_PATH, paperPage } from './paper-page.ts';

/** Opens the note or anchor of an earlier version's address and replaces the address with its current form. */
export function useEarlierFragment(): void {
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
