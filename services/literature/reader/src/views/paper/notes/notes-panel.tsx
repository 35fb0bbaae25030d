import type { NoteRecord } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Empty, Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { tellFault } from '@almagest/ui/notices';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveAddress } from '../../../save-file.ts';
import { useOpenPaper } from '../open-paper.ts';
import { noteMessages } from './messages.ts';
import { NoteCard } from './note-card.tsx';
import { notesQuery } from './queries.ts';

/** Lists the notes of the paper in text order. Notes without a place come last. */
export function NotesPanel() {
  const t = useMessages(noteMessages);
  const { bibcode } = useOpenPaper();
  return (
    <Loaded query={useQuery(notesQuery(bibcode))} loading={t.loading}>
      {(list) =>
        list.length === 0 ? (
          <Empty>{t.none}</Empty>
        ) : (
          <>
            <ul className="note-list" aria-label={t.notes}>
              {passagesOf(list).map((passage) => (
                <li key={passage[0]?.id}>
                  <NoteCard notes={passage} />
                </li>
              ))}
            </ul>
            <Button onClick={() => void exportNotes(bibcode).catch(tellFault)}>
              <Download size={16} aria-hidden />
              {t.export}
            </Button>
          </>
        )
      }
    </Loaded>
  );
}

/** Groups notes by selection. */
function passagesOf(notes: readonly NoteRecord[]): NoteRecord[][] {
  const groups = new Map<string, NoteRecord[]>();
  for (const note of notes) {
    const name = note.passage ?? `note ${note.id}`;
    groups.set(name, [...(groups.get(name) ?? []), note]);
  }
  return [...groups.values()];
}

async function exportNotes(bibcode: string): Promise<void> {
  const address = `/api/library/export?${new URLSearchParams({ format: 'markdown', bibcode })}`;
  await saveAddress(address, `${bibcode}.md`);
}
