import type { CallStep, SaidStep, SessionStep } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Pill, type PillKind } from '@almagest/ui/components/pill';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useFormats } from '@almagest/ui/use-formats';
import { Copy } from 'lucide-react';
import { copyText } from '../../answers/copy-text.ts';
import { RichText } from '../../answers/rich-text.tsx';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { agentMessages } from './messages.ts';
import { QuestionCard } from './question-card.tsx';
import { toolInWords, toolMessages } from './tool-words.ts';
import { visibleJson } from './visible-json.ts';

interface StepListProps {
  readonly session: string;
  readonly steps: readonly SessionStep[];
  /** The agent whose steps are shown. Sub-agents appear inside their calls. */
  readonly agent: string;
}

export function StepList({ session, steps, agent }: StepListProps) {
  const own = steps.filter((step) => step.agent === agent);
  return (
    <ol className="steps">
      {own.map((step) => (
        <li key={step.id}>
          {step.kind === 'said' ? <Said step={step} /> : <Call session={session} steps={steps} call={step} />}
        </li>
      ))}
    </ol>
  );
}

function Said({ step: { role, agent, text } }: { readonly step: SaidStep }) {
  const t = useMessages(agentMessages);
  const isUser = role === 'user';
  const who = isUser ? (agent === MAIN ? t.you : t.task) : t.agent(agent);
  return (
    <div className={isUser ? 'said by-user' : 'said'}>
      <p className="muted small">{who}</p>
      {isUser ? null : <CopyButton text={text} />}
      {isUser ? (
        <p className="as-written">
          <TextWithFormulas text={text} />
        </p>
      ) : (
        <RichText text={text} />
      )}
    </div>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const t = useMessages(agentMessages);
  return (
    <Button
      kind="quiet"
      iconOnly
      aria-label={t.copy}
      title={t.copy}
      onClick={() => void copyText(text).then(() => tellDone(t.copied), tellFault)}
    >
      <Copy size={15} aria-hidden />
    </Button>
  );
}

/** The agent that talks to the user. */
export const MAIN = 'main';

const KINDS: Readonly<Record<CallStep['status'], PillKind>> = {
  ok: 'good',
  error: 'bad',
  denied: 'warning',
  timeout: 'bad',
  waiting: 'warning',
  running: 'busy',
};

interface CallProps {
  readonly session: string;
  readonly steps: readonly SessionStep[];
  readonly call: CallStep;
}

/** Shows a tool call with its input and result collapsed, and its question or sub-agent. */
function Call({ session, steps, call }: CallProps) {
  const t = useMessages(agentMessages);
  const words = useMessages(toolMessages);
  const { duration } = useFormats();
  const { tool_name: tool, status, arguments: given, output, duration_ms: ms, question, started_agent: started } = call;
  return (
    <div className="call">
      <details>
        <summary>
          <span className="tool">{toolInWords(words, tool)}</span> <Pill kind={KINDS[status]}>{t[status]}</Pill>{' '}
          {ms === null ? null : <span className="muted small">{duration(ms / 1_000)}</span>}
        </summary>
        <p className="muted small">{t.asked}</p>
        <pre className="call-text">{visibleJson(given)}</pre>
        {output === null ? null : (
          <>
            <p className="muted small">{t.gave}</p>
            <pre className="call-text">{output}</pre>
          </>
        )}
      </details>
      {question?.status === 'open' ? <QuestionCard session={session} call={call} question={question} /> : null}
      {question?.kind === 'question' && question.answer !== null ? (
        <p className="as-written">
          <TextWithFormulas text={`${question.question} — ${t.answered(question.answer)}`} />
        </p>
      ) : null}
      {started === null ? null : (
        <section className="sub-agent" aria-label={t.agent(started)}>
          <StepList session={session} steps={steps} agent={started} />
        </section>
      )}
    </div>
  );
}
