import type { NoteRecord } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { TextWithFormulas } from '../../../mathematics/text-with-formulas.tsx';
import { MOST_NOTE_CHARS } from '../../../note-length.ts';
import { NoteSharing } from '../../../sharing/note-sharing.tsx';
import { useRights } from '../../../sharing/use-rights.ts';
import { useOpenPaper } from '../open-paper.ts';
import { ColorSwatches } from './color-swatches.tsx';
import { takeFocus } from './focus-note.ts';
import { noteMessages } from './messages.ts';
import { useNoteChanges } from './queries.ts';
import { useTypedText } from './use-typed-text.ts';

/** Shows the notes on one selection, with the selected text. */
export function NoteCard({ notes }: { readonly notes: readonly NoteRecord[] }) {
  const t = useMessages(noteMessages);
  const changes = useNoteChanges();
  const rights = useRights();
  const [first] = notes;
  if (first === undefined) return null;
  const { mayEdit, isOwn } = rights(first);
  return (
    <article className={`note-card ${first.highlight_color}`} data-note={first.id}>
      <Quote notes={notes} first={first} />
      {mayEdit ? <NoteText key={first.id} note={first} /> : <ReadText text={first.note_text} />}
      <NoteSharing notes={notes} />
      {mayEdit ? (
        <div className="row spread">
          <span className="row" role="group" aria-label={t.color}>
            <ColorSwatches chosen={first.highlight_color} onChoose={(color) => void changes.paint(notes, color)} />
          </span>
          {isOwn ? (
            <Button
              kind="quiet"
              iconOnly
              aria-label={t.remove}
              title={t.remove}
              onClick={() => void changes.remove(notes)}
            >
              <Trash2 size={16} aria-hidden />
            </Button>
          ) : null}
        </div>
      ) : null}
    </article>
  );
}

/** Shows the text of a note that the caller may not change. */
function ReadText({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <p className="note-typeset">
      <TextWithFormulas text={text} />
    </p>
  );
}

function Quote({ notes, first }: { readonly notes: readonly NoteRecord[]; readonly first: NoteRecord }) {
  const t = useMessages(noteMessages);
  const { jumpTo } = useOpenPaper();
  const { anchor, paragraph_index: block, paragraph_text: paragraph, side } = first;
  const words = notes.map(({ selected_text: text }) => text).join(' … ');
  const quote = words.trim() === '' ? paragraph : words;
  if (anchor === 'paper') return <p className="muted small">{t.aboutPaper}</p>;
  return (
    <>
      {anchor === 'moved' ? (
        <p className="small warning" title={paragraph}>
          {t.moved}
        </p>
      ) : null}
      {anchor === 'lost' ? <p className="small warning">{t.lost}</p> : null}
      {side === 'translation' ? <p className="muted small">{t.onTranslation}</p> : null}
      {block < 0 ? (
        <blockquote>
          <TextWithFormulas text={quote} />
        </blockquote>
      ) : (
        <button type="button" className="quote" title={t.jump} onClick={() => jumpTo(block)}>
          <TextWithFormulas text={quote} />
        </button>
      )}
    </>
  );
}

/**
 * Edits the text of a note. Saves the text on blur, and stores it in the browser until then. Until the user types, the
 * field follows the service. A version saved by another tab is never overwritten without asking.
 */
function NoteText({ note }: { readonly note: NoteRecord }) {
  const t = useMessages(noteMessages);
  const ref = useRef<HTMLTextAreaElement>(null);
  const { text, isUnsaved, isContested, type, save, saveMine, takeOther } = useTypedText(note);
  useEffect(() => takeFocus(ref.current, note.id), [note.id]);
  return (
    <Form className="" onSubmit={() => void save()}>
      <textarea
        ref={ref}
        className="input"
        aria-label={t.noteText}
        rows={Math.min(8, Math.max(2, text.split('\n').length))}
        maxLength={MOST_NOTE_CHARS}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
        }}
      />
      {text.includes('$') ? (
        <p className="note-typeset" aria-label={t.typeset} role="note">
          <TextWithFormulas text={text} />
        </p>
      ) : null}
      {isContested ? (
        <div className="stack small" role="alert">
          <span className="warning">{t.contested}</span>
          <blockquote>{note.note_text === '' ? t.noText : note.note_text}</blockquote>
          <span className="row">
            <Button onClick={() => void saveMine()}>{t.keepMine}</Button>
            <Button onClick={takeOther}>{t.takeOther}</Button>
          </span>
        </div>
      ) : null}
      {isUnsaved && !isContested ? (
        <p className="row small" role="status">
          <span className="muted">{t.unsaved}</span>
          <Button type="submit">{t.save}</Button>
        </p>
      ) : null}
    </Form>
  );
}
