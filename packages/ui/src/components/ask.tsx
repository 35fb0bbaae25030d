import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { defineMessages, useMessages } from '../messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';

/** A question to confirm. Its title names the affected object. */
export interface Question {
  readonly title: string;
  readonly text?: ReactNode;
  /** Label of the confirming button. */
  readonly confirm: string;
  /** The action cannot be undone. */
  readonly danger?: boolean;
  /** Text that the user must type to enable the button. */
  readonly typed?: string;
}

const messages = defineMessages({
  cancel: { en: 'Cancel', zh: '取消' },
  type: { en: (text: string) => `Type ${text} to confirm`, zh: (text: string) => `输入 ${text} 以确认` },
});

let asked: { readonly question: Question; readonly answer: (sure: boolean) => void } | undefined;
const listeners = new Set<() => void>();

function become(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the user to confirm and returns the answer. A new question closes an open question, which is then answered with
 * no.
 */
export async function ask(question: Question): Promise<boolean> {
  asked?.answer(false);
  return await new Promise((resolve) => {
    become({
      question,
      answer: (sure) => {
        become(undefined);
        resolve(sure);
      },
    });
  });
}

/** Shows the questions of `ask`. Rendered once for each page. */
export function AskRegion() {
  const current = useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => asked,
  );
  return current === undefined ? null : <AskDialog key={current.question.title} {...current} />;
}

function AskDialog({ question, answer }: NonNullable<typeof asked>) {
  const { title, text, confirm, danger = false, typed } = question;
  const t = useMessages(messages);
  const [typedText, setTypedText] = useState('');
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <Form onSubmit={() => answer(true)}>
        {text === undefined ? null : <div>{text}</div>}
        {typed === undefined ? null : (
          <TextField label={t.type(typed)} value={typedText} onChange={setTypedText} autoFocus autoComplete="off" />
        )}
        <div className="dialog-buttons">
          {/* The safe button has the focus first. */}
          <Button autoFocus={typed === undefined} onClick={() => answer(false)}>
            {t.cancel}
          </Button>
          <Button
            type="submit"
            kind={danger ? 'danger' : 'primary'}
            disabled={typed !== undefined && typedText !== typed}
          >
            {confirm}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
