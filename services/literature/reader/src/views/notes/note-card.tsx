import type { LibraryNote } from '@almagest/contracts/literature';
import { ApiError } from '@almagest/ui/api-error';
import { Button } from '@almagest/ui/components/button';
import { Form } from '@almagest/ui/components/form';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { api } from '../../api.ts';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { MOST_NOTE_CHARS } from '../../note-length.ts';
import { PaperLink } from '../../paper-link.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { authorsOf } from '../../paper-words.ts';
import { NoteSharing } from '../../sharing/note-sharing.tsx';
import { useRights } from '../../sharing/use-rights.ts';
import { useAction, type Done } from '../../use-action.ts';
import { noteDrafts } from '../paper/notes/drafts.ts';
import { notesMessages } from './messages.ts';

const CONFLICT = 409;

export interface NoteCardProps {
  readonly note: LibraryNote;
  /** True if all notes of the list are on one paper. */
  readonly isOnlyPaper: boolean;
}

/** Shows a note with its passage and a link to the passage. */
export function NoteCard({ note, isOnlyPaper }: NoteCardProps) {
  const t = useMessages(notesMessages);
  // Continues an unsaved edit from before the page was left.
  const [isEdited, setEdited] = useState(() => noteDrafts.read(note.id) !== null);
  const { bibcode, highlight_color: colour, note_text: text, selected_text: words, anchor, year } = note;
  const quote = words === '' && anchor === 'lost' ? note.paragraph_text : words;
  return (
    <li className={`note ${colour}`}>
      <p>
        <PaperLink bibcode={bibcode}>
          <PaperTitle {...note} />
        </PaperLink>{' '}
        <span className="muted small">
          {[authorsOf(note, t.others), year].filter((part) => part !== '').join(' · ')}
        </span>
      </p>
      {anchor === 'moved' ? <p className="muted small">{t.isMoved}</p> : null}
      {anchor === 'lost' ? <p className="muted small">{t.isLost}</p> : null}
      {quote === '' ? null : (
        <blockquote>
          <TextWithFormulas text={quote} />
        </blockquote>
      )}
      {isEdited ? (
        <NoteEditor note={note} onEnd={() => setEdited(false)} />
      ) : text === '' ? null : (
        <p className="note-text">
          <TextWithFormulas text={text} />
        </p>
      )}
      <NoteActions note={note} isOnlyPaper={isOnlyPaper} onEdit={() => setEdited(true)} />
    </li>
  );
}

/** Links to the place of a note, and shows the actions that the caller may perform. */
function NoteActions({ note, isOnlyPaper, onEdit }: NoteCardProps & { readonly onEdit: () => void }) {
  const t = useMessages(notesMessages);
  const action = useAction();
  const { mayEdit, isOwn } = useRights()(note);
  const { id, bibcode, selected_text: words, anchor } = note;
  const remove = async () => {
    await api.delete('/api/notes', { query: { id } });
    return { told: t.deleted, undo: async () => await api.post('/api/notes/restore', { body: { id } }) };
  };
  return (
    <div className="row">
      {anchor === 'lost' || anchor === 'paper' ? null : (
        <PaperLink bibcode={bibcode} block={note.paragraph_index} quote={words}>
          {t.toPlace}
        </PaperLink>
      )}
      {isOnlyPaper ? null : (
        <Link to="/notes" search={(before) => ({ ...before, bibcode })}>
          {t.onlyThis}
        </Link>
      )}
      {mayEdit ? (
        <Button kind="quiet" onClick={onEdit}>
          {t.edit}
        </Button>
      ) : null}
      {isOwn ? (
        <Button kind="quiet" isBlocked={action.isPending} onClick={() => action.mutate(remove)}>
          {t.delete}
        </Button>
      ) : null}
      <NoteSharing notes={[note]} />
      <span className="muted small">
        <Age time={note.created_at} />
      </span>
    </div>
  );
}

interface NoteEditorProps {
  readonly note: LibraryNote;
  readonly onEnd: () => void;
}

function NoteEditor({ note, onEnd }: NoteEditorProps) {
  const t = useMessages(notesMessages);
  const label = useId();
  const action = useAction();
  const { text, type, isContested, save, end } = useTypedNote(note, onEnd);
  return (
    <Form onSubmit={() => action.mutate(save)}>
      <label className="unseen" htmlFor={label}>
        {t.text}
      </label>
      <textarea
        id={label}
        className="input"
        rows={4}
        autoFocus
        maxLength={MOST_NOTE_CHARS}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {isContested ? <blockquote>{note.note_text}</blockquote> : null}
      <div className="row">
        <Button type="submit" kind="primary" isBlocked={action.isPending}>
          {t.save}
        </Button>
        <Button onClick={end}>{t.cancel}</Button>
      </div>
    </Form>
  );
}

/**
 * Edits a note. The browser keeps unsaved text until it is saved or discarded. A version saved by another tab is
 * overwritten only after it was shown.
 */
function useTypedNote({ id, note_text: now }: LibraryNote, onEnd: () => void) {
  const t = useMessages(notesMessages);
  const [text, setText] = useState(() => noteDrafts.read(id) ?? now);
  const [before, setBefore] = useState<string | undefined>(now);
  const end = () => {
    noteDrafts.forget(id);
    onEnd();
  };
  return {
    text,
    type: (next: string) => {
      setText(next);
      noteDrafts.keep(id, next);
    },
    isContested: before === undefined,
    end,
    save: async (): Promise<Done> => {
      const expected = before === undefined ? {} : { text_before: before };
      try {
        await api.patch('/api/notes', { body: { id, note_text: text, ...expected } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === CONFLICT)) throw error;
        setBefore(undefined);
        throw new Error(t.contested, { cause: error });
      }
      end();
      return { undo: async () => await api.patch('/api/notes', { body: { id, note_text: before ?? now } }) };
    },
  };
}
