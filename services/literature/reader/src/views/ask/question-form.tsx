import { Button } from '@almagest/ui/components/button';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { readStorage, writeStorage } from '@almagest/ui/stored-value';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { askMessages } from './messages.ts';
import './ask.css';

const MOST_CHARACTERS = 4_000;

/** Keeps unsent questions in the browser. */
export function useDraft(key: string): readonly [string, (text: string) => void] {
  const name = `almagest.draft.${key}`;
  const [text, setText] = useState(() => readStorage(name) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      writeStorage(name, next === '' ? null : next);
    },
  ];
}

export interface QuestionFormProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isRunning: boolean;
  readonly onAsk: () => void;
  readonly onStop: () => void;
  readonly maxLength?: number;
  /** The scope of the question. */
  readonly above?: ReactNode;
  /** Controls next to the button. */
  readonly children?: ReactNode;
}

/** Sends on Enter. Shift+Enter adds a line. */
export function onEnter(send: () => void) {
  return (event: KeyboardEvent) => {
    // During input-method composition, Enter confirms a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
}

export function QuestionForm(props: QuestionFormProps) {
  const { text, onText, isRunning, onAsk, onStop, maxLength = MOST_CHARACTERS, above, children } = props;
  const t = useMessages(askMessages);
  const id = useId();
  const submit = () => {
    if (text.trim() !== '' && !isRunning) onAsk();
  };
  return (
    <Form className="question-form" onSubmit={() => submit()}>
      {above}
      <div className="field">
        <label className="unseen" htmlFor={id}>
          {t.question}
        </label>
        <textarea
          id={id}
          className="input"
          rows={2}
          maxLength={maxLength}
          placeholder={t.question}
          aria-describedby={`${id}-hint`}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onEnter(submit)}
        />
      </div>
      <div className="row">
        {children}
        <p id={`${id}-hint`} className="muted small hint">
          {t.hint}
        </p>
        {isRunning ? (
          <Button onClick={onStop}>{t.stop}</Button>
        ) : (
          <Button needs="member" type="submit" kind="primary" isBlocked={text.trim() === ''}>
            {t.ask}
          </Button>
        )}
      </div>
    </Form>
  );
}
