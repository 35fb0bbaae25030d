import type { AnswerRecord, Citation } from '@almagest/contracts/literature';
import { ask } from '@almagest/ui/components/ask';
import { Button } from '@almagest/ui/components/button';
import { Pill } from '@almagest/ui/components/pill';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useChange } from '@almagest/ui/use-change';
import { useFormats } from '@almagest/ui/use-formats';
import { Copy, CornerDownRight, RotateCcw, StickyNote, Trash2 } from 'lucide-react';
import { useCallback, useId } from 'react';
import { answerWithCitations, noteOfAnswer } from '../../answers/answer-text.ts';
import { copyText } from '../../answers/copy-text.ts';
import { RichText } from '../../answers/rich-text.tsx';
import { api } from '../../api.ts';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { CitationMark, CitedPlace } from './cited-place.tsx';
import { askMessages } from './messages.ts';

const ICON = 15;

export interface AnswerCardProps {
  readonly record: AnswerRecord;
  /** If true, the card shows which paper the question was about. */
  readonly isOfMany: boolean;
  readonly onAgain: (question: string) => void;
  readonly onFollow: () => void;
  readonly onDeleted: () => void;
}

/** Shows a question with its answer, sources and actions. */
export function AnswerCard({ record, isOfMany, onAgain, onFollow, onDeleted }: AnswerCardProps) {
  const t = useMessages(askMessages);
  const { duration } = useFormats();
  const id = useId();
  const { question, bibcode, status, answer, citations, failure, total_tokens: tokens } = record;
  return (
    <article className="answer-card" aria-labelledby={id}>
      <h2 id={id}>
        <TextWithFormulas text={question} />
      </h2>
      <p className="row muted small">
        <Age time={record.asked_at} />
        {isOfMany && bibcode !== null ? <span>{t.onPaper(bibcode)}</span> : null}
        {status === 'stopped' ? <Pill kind="idle">{t.stopped}</Pill> : null}
      </p>
      {status === 'unanswered' ? <p>{t.unanswered}</p> : null}
      <AnswerBody text={answer} citations={citations} />
      {failure === null ? null : <p className="bad">{t.failed(failure)}</p>}
      <Sources record={record} />
      <div className="row answer-actions">
        {answer === '' ? null : (
          <Button kind="quiet" onClick={() => void copy(record, t.copied)}>
            <Copy size={ICON} aria-hidden /> {t.copy}
          </Button>
        )}
        <Button kind="quiet" onClick={() => onAgain(question)}>
          <RotateCcw size={ICON} aria-hidden /> {t.again}
        </Button>
        {status === 'answered' ? (
          <Button kind="quiet" onClick={onFollow}>
            <CornerDownRight size={ICON} aria-hidden /> {t.followUp}
          </Button>
        ) : null}
        <DeleteButton record={record} onDeleted={onDeleted} />
        {tokens === null ? null : (
          <details className="muted small">
            <summary>{t.details}</summary>
            <span>{t.cost(tokens, duration(record.duration_ms / 1_000))}</span>
          </details>
        )}
      </div>
    </article>
  );
}

async function copy(record: AnswerRecord, told: string): Promise<void> {
  try {
    await copyText(answerWithCitations(record));
    tellDone(told);
  } catch (error) {
    tellFault(error);
  }
}

function DeleteButton({ record: { id, question }, onDeleted }: Pick<AnswerCardProps, 'record' | 'onDeleted'>) {
  const t = useMessages(askMessages);
  const change = useChange({ queryKey: ['answers'] });
  const remove = async () => {
    if (!(await ask({ title: t.removeAsk, text: question, confirm: t.removeDo, danger: true }))) return undefined;
    await api.delete('/api/answers/{id}', { params: { id: String(id) } });
    onDeleted();
    return undefined;
  };
  return (
    <Button
      kind="quiet"
      iconOnly
      aria-label={t.remove(question)}
      title={t.remove(question)}
      onClick={() => change.mutate(remove)}
    >
      <Trash2 size={ICON} aria-hidden />
    </Button>
  );
}

/** Shows the text of an answer. Its citation numbers are links. */
export function AnswerBody({ text, citations }: { readonly text: string; readonly citations: readonly Citation[] }) {
  const mark = useCallback(
    (number: number) => {
      const citation = citations.find((one) => one.number === number);
      return citation === undefined ? undefined : <CitationMark citation={citation} />;
    },
    [citations],
  );
  return text === '' ? null : <RichText text={text} citation={mark} />;
}

function Sources({ record }: { readonly record: AnswerRecord }) {
  const t = useMessages(askMessages);
  if (record.citations.length === 0) return null;
  return (
    <details open className="answer-sources">
      <summary>{t.sources}</summary>
      <ol>
        {record.citations.map((citation) => (
          <Source key={citation.number} citation={citation} record={record} />
        ))}
      </ol>
    </details>
  );
}

function Source({ citation, record }: { readonly citation: Citation; readonly record: AnswerRecord }) {
  const t = useMessages(askMessages);
  const change = useChange({ queryKey: ['notes'] });
  const { number, bibcode, headings, paragraph_index, quote } = citation;
  const note = async () => {
    const body = {
      bibcode,
      paragraph_index,
      note_text: noteOfAnswer(record),
      highlight_color: 'blue' as const,
      selected_text: quote,
    };
    const { id } = await api.post('/api/notes', { body });
    tellDone(t.noted, () => change.mutate(async () => void (await api.delete('/api/notes', { query: { id } }))));
    return undefined;
  };
  return (
    <li value={number}>
      <CitedPlace citation={citation}>
        <PaperTitle {...citation} />
      </CitedPlace>
      <p className="muted small">
        <TextWithFormulas text={[bibcode, ...headings].join(' › ')} />
      </p>
      <blockquote>
        <TextWithFormulas text={quote} />
      </blockquote>
      <Button kind="quiet" aria-label={t.noteAt(number)} onClick={() => change.mutate(note)}>
        <StickyNote size={ICON} aria-hidden /> {t.note}
      </Button>
    </li>
  );
}
