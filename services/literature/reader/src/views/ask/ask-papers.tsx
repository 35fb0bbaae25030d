import type { AnswerRecord } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { SelectField } from '@almagest/ui/components/field';
import { Empty, Failed, Skeleton } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import {
  answersKey,
  askPapers,
  stopAnswer,
  useRunningAnswer,
  type Asked,
  type RunningAnswer,
} from '../../answers/running-answers.ts';
import { api } from '../../api.ts';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { AnswerBody, AnswerCard } from './answer-card.tsx';
import { askMessages } from './messages.ts';
import { QuestionForm, useDraft } from './question-form.tsx';
import './ask.css';

export interface AskPapersProps {
  /** A bibcode, or null for the library. */
  readonly asked: Asked;
  /** The text that the question is about, such as a selection. */
  readonly about?: string | undefined;
}

/** Shows the questions and answers about a paper or the library. Each question follows up the previous question. */
export function AskPapers({ asked, about }: AskPapersProps) {
  const running = useRunningAnswer(asked);
  const [text, setText] = useDraft(`ask.${asked ?? ''}`);
  const [collection, setCollection] = useState('');
  const [followed, setFollowed] = useState<AnswerRecord>();
  const form = useRef<HTMLDivElement>(null);
  useAbout(about, text, setText);
  const isRunning = running !== undefined && running.failure === undefined;
  const send = async (question: string, follows?: AnswerRecord) => {
    const scope =
      asked === null ? (collection === '' ? {} : { collection_id: Number(collection) }) : { bibcode: asked };
    const earlier = follows === undefined ? {} : { follows: follows.id };
    const body = { question: question.trim(), ...scope, ...earlier };
    const record = await askPapers(asked, body, () => setText(''));
    if (record?.status === 'answered') setFollowed(record);
  };
  const again = (question: string) => {
    setFollowed(undefined);
    void send(question);
  };
  const follow = (record: AnswerRecord) => {
    setFollowed(record);
    form.current?.querySelector('textarea')?.focus();
  };
  return (
    <div className="stack ask-papers">
      <History
        asked={asked}
        onAgain={again}
        onFollow={follow}
        onDeleted={({ id }) => setFollowed((now) => (now?.id === id ? undefined : now))}
        isRunning={isRunning}
      />
      {running === undefined ? null : (
        <Running answer={running} onAgain={() => void send(running.question, followed)} />
      )}
      <div ref={form} className="composer">
        <QuestionForm
          text={text}
          onText={setText}
          isRunning={isRunning}
          onAsk={() => void send(text, followed)}
          onStop={() => stopAnswer(asked)}
          above={followed === undefined ? null : <Followed record={followed} onEnd={() => setFollowed(undefined)} />}
        >
          {asked === null ? <CollectionChoice value={collection} onChange={setCollection} /> : null}
        </QuestionForm>
      </div>
      <span className={END} />
    </div>
  );
}

/** Shows which answer the next question continues. */
function Followed({ record, onEnd }: { readonly record: AnswerRecord; readonly onEnd: () => void }) {
  const t = useMessages(askMessages);
  return (
    <p className="followed">
      <TextWithFormulas text={t.following(record.question)} />
      <Button kind="quiet" iconOnly aria-label={t.notFollowing} title={t.notFollowing} onClick={onEnd}>
        <X size={15} aria-hidden />
      </Button>
    </p>
  );
}

/** Quotes a selection in the field once, after the text already there. */
function useAbout(about: string | undefined, text: string, setText: (text: string) => void): void {
  const taken = useRef<string>(undefined);
  useEffect(() => {
    if (about === undefined || about === taken.current) return;
    taken.current = about;
    setText(`${text === '' ? '' : `${text}\n`}“${about.slice(0, 2_000)}”\n`);
  });
}

function CollectionChoice({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const t = useMessages(askMessages);
  const { data = [] } = useQuery({
    queryKey: ['collections'],
    queryFn: async ({ signal }) => await api.get('/api/collections', { signal }),
  });
  if (data.length === 0) return null;
  return (
    <SelectField
      label={t.of}
      value={value}
      options={[['', t.library], ...data.map(({ id, name }) => [String(id), name] as const)]}
      onChange={onChange}
    />
  );
}

/** Must exceed the height that one streamed piece of text adds to an answer. */
const FOLLOWED_PX = 200;

/** Shows the answer being written. Screen readers announce its stages, and the text when it is complete. */
function Running({ answer, onAgain }: { readonly answer: RunningAnswer; readonly onAgain: () => void }) {
  const t = useMessages(askMessages);
  const id = useId();
  const { question, passages, text, citations, failure } = answer;
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    // Follows the text, unless the user has scrolled up.
    const bottom = article.current?.getBoundingClientRect().bottom ?? 0;
    if (bottom < innerHeight + FOLLOWED_PX) scrollToEnd(article.current);
  }, [text]);
  const stage = passages === undefined ? t.searching : t.reading(passages.passages, passages.papers);
  return (
    <article ref={article} className="answer-card" aria-labelledby={id}>
      <h2 id={id}>
        <TextWithFormulas text={question} />
      </h2>
      {failure === undefined ? (
        <p role="status" className="muted">
          {text === '' ? stage : t.writing}
        </p>
      ) : null}
      <AnswerBody text={text} citations={citations} />
      {failure === undefined ? null : (
        <div role="alert">
          <p className="bad">{t.failed(failure)}</p>
          <Button onClick={onAgain}>{t.again}</Button>
        </div>
      )}
    </article>
  );
}

interface HistoryProps {
  readonly asked: Asked;
  readonly isRunning: boolean;
  readonly onAgain: (question: string) => void;
  readonly onFollow: (record: AnswerRecord) => void;
  readonly onDeleted: (record: AnswerRecord) => void;
}

/** Shows earlier questions, oldest first, and scrolls to the end when there is a new one. */
function History({ asked, onAgain, onFollow, onDeleted, isRunning }: HistoryProps) {
  const t = useMessages(askMessages);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: answersKey(asked),
    queryFn: async ({ pageParam, signal }) =>
      await api.get('/api/answers', {
        query: {
          ...(asked === null ? {} : { bibcode: asked }),
          ...(pageParam === undefined ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ answers, has_more }) => (has_more ? answers.at(-1)?.id : undefined),
  });
  if (data === undefined)
    return error === null ? <Skeleton>{t.loading}</Skeleton> : <Failed error={error} onRetry={() => void refetch()} />;
  const records = withoutDuplicates(data.pages.flatMap(({ answers }) => answers));
  // A stopped record without an answer belongs to the running question, which is shown above.
  const shown = isRunning ? records.filter(({ status, answer }) => status !== 'stopped' || answer !== '') : records;
  if (shown.length === 0) return isRunning ? null : <Empty>{t.none}</Empty>;
  return (
    <section aria-label={t.history} className="stack">
      {hasNextPage ? (
        <Button isBlocked={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.more}
        </Button>
      ) : null}
      {shown.toReversed().map((record) => (
        <AnswerCard
          key={record.id}
          record={record}
          isOfMany={asked === null}
          onAgain={onAgain}
          onFollow={() => onFollow(record)}
          onDeleted={() => onDeleted(record)}
        />
      ))}
      <End of={isRunning ? 'running' : String(shown[0]?.id)} />
    </section>
  );
}

/**
 * Removes duplicates. A new answer shifts the other records to later pages, so a record can be on two pages until both
 * reload.
 */
function withoutDuplicates(records: readonly AnswerRecord[]): AnswerRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/**
 * The id of the element at the end of the conversation. Scrolling to the composer has no effect, because the composer
 * is always in view.
 */
const END = 'conversation-end';

function scrollToEnd(element: Element | null): void {
  element?.closest('.ask-papers')?.querySelector(`.${END}`)?.scrollIntoView({ block: 'end' });
}

/** Scrolls to the end of the conversation when it changes. */
function End({ of }: { readonly of: string }) {
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => scrollToEnd(end.current), [of]);
  return <span ref={end} />;
}
