import type { CallStep } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '../../api.ts';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { onEnter, useDraft } from '../ask/question-form.tsx';
import { outlineQuery } from '../paper/queries.ts';
import { agentMessages } from './messages.ts';
import { asksAboutPaper, permissionMessages, toolInWords, toolMessages } from './tool-words.ts';
import { visibleJson } from './visible-json.ts';

type Asked = NonNullable<CallStep['question']>;

interface QuestionCardProps {
  readonly session: string;
  readonly call: CallStep;
  readonly question: Asked;
}

/** Shows a question from the agent, or a permission request with the complete arguments of the tool. */
export function QuestionCard({ session, call, question }: QuestionCardProps) {
  const t = useMessages(agentMessages);
  const id = useId();
  const isPermission = question.kind === 'permission';
  return (
    <section className="question-card" aria-labelledby={id}>
      <h3 id={id}>{isPermission ? <Permission call={call} /> : t.question}</h3>
      {isPermission ? (
        <>
          <pre className="whole-arguments" tabIndex={0} role="region" aria-label={t.asked}>
            {visibleJson(call.arguments)}
          </pre>
          <PermissionButtons session={session} tool={call.tool_name} question={question.id} />
        </>
      ) : (
        <>
          <p className="as-written">
            <TextWithFormulas text={question.question} />
          </p>
          <AnswerForm question={question} />
        </>
      )}
    </section>
  );
}

/** Asks for a permission in words, with the title of the paper. */
function Permission({ call: { tool_name: tool, arguments: given } }: { readonly call: CallStep }) {
  const t = useMessages(agentMessages);
  const words = useMessages(toolMessages);
  const requests = useMessages(permissionMessages);
  const { bibcode, name } = (given ?? {}) as { readonly bibcode?: unknown; readonly name?: unknown };
  const code = typeof bibcode === 'string' ? bibcode : '';
  const { data } = useQuery({ ...outlineQuery(code), enabled: code !== '', retry: false });
  if (!asksAboutPaper(tool) || code === '') return t.permission(toolInWords(words, tool));
  const title = data === undefined || data.paper.title === '' ? code : data.paper.title;
  return <TextWithFormulas text={requests[tool](title, typeof name === 'string' ? name : '')} />;
}

interface PermissionButtonsProps {
  readonly session: string;
  readonly tool: string;
  readonly question: string;
}

function PermissionButtons({ session, tool, question }: PermissionButtonsProps) {
  const t = useMessages(agentMessages);
  const words = useMessages(toolMessages);
  const change = useChange({ queryKey: ['agent'] });
  const answer = (word: 'allow' | 'deny') =>
    change.mutate(
      async () => void (await api.post('/api/chat/answer', { body: { question_id: question, answer: word } })),
    );
  const allowAlways = async () => {
    const body = { question_id: question };
    await api.post('/api/chat/sessions/{id}/permissions', { params: { id: session }, body });
    return undefined;
  };
  return (
    <div className="row">
      <Button kind="primary" isBlocked={change.isPending} onClick={() => answer('allow')}>
        {t.allow}
      </Button>
      <Button isBlocked={change.isPending} onClick={() => change.mutate(allowAlways)}>
        {t.allowSession(toolInWords(words, tool))}
      </Button>
      <Button isBlocked={change.isPending} onClick={() => answer('deny')}>
        {t.deny}
      </Button>
    </div>
  );
}

function AnswerForm({ question: { id, options } }: { readonly question: Asked }) {
  const t = useMessages(agentMessages);
  const field = useId();
  const change = useChange({ queryKey: ['agent'] });
  const [text, setText] = useDraft(`answer.${id}`);
  const send = (answer: string) =>
    change.mutate(async () => {
      await api.post('/api/chat/answer', { body: { question_id: id, answer } });
      setText('');
      return undefined;
    });
  const submit = () => {
    if (text.trim() !== '' && !change.isPending) send(text);
  };
  return (
    <Form onSubmit={() => submit()}>
      {options.length === 0 ? null : (
        <div className="row">
          {options.map((option) => (
            <Button key={option} isBlocked={change.isPending} onClick={() => send(option)}>
              <TextWithFormulas text={option} />
            </Button>
          ))}
        </div>
      )}
      <div className="field">
        <label htmlFor={field}>{t.answer}</label>
        <textarea
          id={field}
          className="input"
          rows={2}
          maxLength={20_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onEnter(submit)}
        />
      </div>
      <div className="row">
        <Button type="submit" kind="primary" isBlocked={change.isPending || text.trim() === ''}>
          {t.send}
        </Button>
      </div>
    </Form>
  );
}
