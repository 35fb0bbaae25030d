import type { SessionSteps } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { CardTable } from '@almagest/ui/components/card-table';
import { Loaded } from '@almagest/ui/components/page-states';
import { Tile, Tiles } from '@almagest/ui/components/tile';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useChange } from '@almagest/ui/use-change';
import { useFormats } from '@almagest/ui/use-formats';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { RichText } from '../../answers/rich-text.tsx';
import { api } from '../../api.ts';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { plainMathematics } from '@almagest/contracts/plain-mathematics';
import { AgentForm } from './agent-form.tsx';
import { agentMessages } from './messages.ts';
import { auditQuery } from './queries.ts';
import { StatusPill } from './session-list.tsx';
import { MAIN, StepList } from './step-list.tsx';
import { useLiveSteps } from './use-live-steps.ts';
import { toolInWords, toolMessages } from './tool-words.ts';
import { visibleJson } from './visible-json.ts';

export function SessionView({ id }: { readonly id: string }) {
  const t = useMessages(agentMessages);
  const { query, streamed } = useLiveSteps(id);
  return (
    <Loaded query={query} loading={t.loadingSession}>
      {(data) => <Session data={data} streamed={streamed} />}
    </Loaded>
  );
}

interface SessionProps {
  readonly data: SessionSteps;
  readonly streamed: SessionSteps['streamed'];
}

function Session({ data, streamed }: SessionProps) {
  const t = useMessages(agentMessages);
  const { session, steps } = data;
  usePageTitle(plainMathematics(session.title));
  return (
    <div className="stack">
      <h2 className="session-title">
        <TextWithFormulas text={session.title} />
      </h2>
      <Allowed data={data} />
      <StepList session={session.id} steps={steps} agent={MAIN} />
      <Streamed streamed={streamed} isRunning={session.status === 'running'} />
      <p role="status">
        <StatusPill status={session.status} />
      </p>
      {session.status === 'waiting' ? <p className="muted">{t.waitsHint}</p> : null}
      <details>
        <summary>{t.usage}</summary>
        <Cost data={data} />
      </details>
      <Audit id={session.id} />
      <AgentForm key={session.id} session={session.id} status={session.status} mode={data.permission_mode} />
    </div>
  );
}

function Streamed({
  streamed,
  isRunning,
}: {
  readonly streamed: SessionSteps['streamed'];
  readonly isRunning: boolean;
}) {
  const t = useMessages(agentMessages);
  const { thought, text } = streamed;
  return (
    <>
      {thought === '' ? null : (
        <details className="call">
          <summary>{t.thought}</summary>
          <pre className="call-text">{thought}</pre>
        </details>
      )}
      {text === '' ? null : <RichText text={text} />}
      {isRunning ? <p className="muted">{t.writing}</p> : null}
    </>
  );
}

function Cost({ data }: { readonly data: SessionSteps }) {
  const t = useMessages(agentMessages);
  const { count, duration } = useFormats();
  const { prompt_tokens: prompt, completion_tokens: completion } = data;
  return (
    <Tiles compact>
      <Tile label={t.tokens} value={count(prompt + completion)} hint={t.tokensOf(count(prompt), count(completion))} />
      <Tile label={t.time} value={duration(data.worked_ms / 1_000)} />
      <Tile label={t.calls} value={count(data.steps.filter(({ kind }) => kind === 'call').length)} />
    </Tiles>
  );
}

function Allowed({ data: { session, allowed_tools: tools } }: { readonly data: SessionSteps }) {
  const t = useMessages(agentMessages);
  const words = useMessages(toolMessages);
  const change = useChange({ queryKey: ['agent'] });
  if (tools.length === 0) return null;
  const revoke = (tool: string) =>
    change.mutate(async () => {
      const params = { id: session.id, tool };
      await api.delete('/api/chat/sessions/{id}/permissions/{tool}', { params });
      return undefined;
    });
  return (
    <p className="row">
      <span>{t.allowed}:</span>
      {tools.map((tool) => (
        <span key={tool} className="row">
          <span>{toolInWords(words, tool)}</span>
          <Button
            kind="quiet"
            iconOnly
            aria-label={t.revoke(toolInWords(words, tool))}
            title={t.revoke(toolInWords(words, tool))}
            onClick={() => revoke(tool)}
          >
            <X size={14} aria-hidden />
          </Button>
        </span>
      ))}
    </p>
  );
}

/** Lists every tool call of the session from the audit log. */
function Audit({ id }: { readonly id: string }) {
  const t = useMessages(agentMessages);
  const { duration } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const audit = useQuery({ ...auditQuery(id), enabled: isOpen });
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t.audit}</summary>
      {isOpen ? (
        <Loaded query={audit} loading={t.loadingSession}>
          {(rows) => (
            <CardTable
              caption={t.audit}
              rows={rows}
              keyOf={(row) => row.id}
              columns={[
                { title: t.tool, isHead: true, cell: ({ tool_name: tool }) => <code>{tool}</code> },
                { title: t.by, cell: ({ agent }) => agent },
                { title: t.state, cell: ({ status }) => t[status] },
                {
                  title: t.duration,
                  isNumber: true,
                  cell: ({ duration_ms: ms }) => (ms === null ? '' : duration(ms / 1_000)),
                },
                { title: t.asked, isWide: true, cell: ({ arguments: given }) => <code>{visibleJson(given)}</code> },
                { title: t.output, isWide: true, cell: ({ output_preview: output }) => output },
              ]}
            />
          )}
        </Loaded>
      ) : null}
    </details>
  );
}
