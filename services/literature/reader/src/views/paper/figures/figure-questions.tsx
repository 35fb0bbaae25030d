import type { FigureAnswer } from '@almagest/contracts/literature';
import { messageOf } from '@almagest/ui/api-error';
import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RichText } from '../../../answers/rich-text.tsx';
import { api, SLOW } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';
import { notesQuery } from '../notes/queries.ts';
import { figureMessages } from './messages.ts';

export interface Picture {
  readonly src: string;
  readonly text: string;
  /** The file name of the image, used for questions about it. */
  readonly figure: string;
  /** The block that contains the image. */
  readonly block: number;
}

const MOST_LETTERS = 4_000;

/** Asks the vision model about a figure. The user can save the answer as a note. */
export function FigureQuestions({ picture }: { readonly picture: Picture }) {
  const t = useMessages(figureMessages);
  const { bibcode } = useOpenPaper();
  const [question, setQuestion] = useState('');
  const asking = useMutation({
    mutationFn: async (text: string) => {
      const body = { bibcode, figure: picture.figure, question: text };
      return { text, ...(await api.post('/api/chat/figure', { body, ...SLOW })) };
    },
  });
  return (
    <section className="stack figure-questions">
      <Form className="line-form" onSubmit={() => asking.mutate(question.trim())}>
        <TextField label={t.question} required maxLength={MOST_LETTERS} value={question} onChange={setQuestion} />
        <Button type="submit" isBlocked={asking.isPending || question.trim() === ''}>
          {t.ask}
        </Button>
      </Form>
      <div role="status">
        {asking.isPending ? <p className="muted">{t.asking}</p> : null}
        {asking.data === undefined || asking.isPending ? null : <Answer answer={asking.data} picture={picture} />}
      </div>
      {asking.error === null ? null : (
        <p role="alert" className="bad">
          {messageOf(asking.error)}
        </p>
      )}
    </section>
  );
}

interface AnswerProps {
  readonly answer: FigureAnswer & { readonly text: string };
  readonly picture: Picture;
}

function Answer({ answer: { answer, text: question }, picture: { block } }: AnswerProps) {
  const t = useMessages(figureMessages);
  const { bibcode } = useOpenPaper();
  const change = useChange(notesQuery(bibcode));
  const keep = async () => {
    const body = { bibcode, paragraph_index: block, selected_text: '', highlight_color: 'blue' as const };
    await api.post('/api/notes', { body: { ...body, note_text: `${question}\n\n${answer}` } });
    return t.noted;
  };
  return (
    <article aria-label={t.answer}>
      <RichText text={answer} />
      {block < 0 ? null : (
        <Button isBlocked={change.isPending} onClick={() => change.mutate(keep)}>
          {t.note}
        </Button>
      )}
    </article>
  );
}
