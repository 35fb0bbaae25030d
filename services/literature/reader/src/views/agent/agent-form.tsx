import type { PermissionMode, SessionStatus, AgentRequest } from '@almagest/contracts/literature';
import { SelectField } from '@almagest/ui/components/field';
import { useMessages } from '@almagest/ui/messages';
import { useStillHere } from '@almagest/ui/still-here';
import { useChange } from '@almagest/ui/use-change';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.ts';
import { QuestionForm, useDraft } from '../ask/question-form.tsx';
import { agentMessages } from './messages.ts';
import { sendWithToken } from '@almagest/ui/api-client';
import { token } from '../../token.ts';

const MOST_CHARACTERS = 20_000;

interface AgentFormProps {
  /** The session to continue. Without it, a new session starts. */
  readonly session?: string;
  readonly status?: SessionStatus;
  readonly mode?: PermissionMode;
}

export function AgentForm({ session, status, mode: before = 'ask' }: AgentFormProps) {
  const t = useMessages(agentMessages);
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const change = useChange({ queryKey: ['agent'] });
  const [text, setText] = useDraft(`agent.${session ?? ''}`);
  const [mode, setMode] = useState(before);
  const [thinking, setThinking] = useState(false);
  const start = () =>
    change.mutate(async () => {
      const question = text.trim();
      const id = await startSession({ question, session_id: session ?? null, permission_mode: mode, thinking });
      setText('');
      if (session === undefined && isStillHere()) await navigate({ to: '/agent', search: { session: id } });
      return undefined;
    });
  const stop = async () => {
    if (session !== undefined) await api.post('/api/chat/sessions/{id}/stop', { params: { id: session } });
    return undefined;
  };
  return (
    <QuestionForm
      text={text}
      onText={setText}
      isRunning={status === 'running' || status === 'waiting'}
      onAsk={() => {
        if (!change.isPending) start();
      }}
      onStop={() => change.mutate(stop)}
      maxLength={MOST_CHARACTERS}
    >
      <SelectField<PermissionMode>
        label={t.mode}
        value={mode}
        options={[
          ['ask', t.ask],
          ['auto', t.auto],
          ['read_only', t.read_only],
        ]}
        onChange={setMode}
      />
      <label className="row">
        <input type="checkbox" checked={thinking} onChange={(event) => setThinking(event.target.checked)} />
        {t.thinking}
      </label>
    </QuestionForm>
  );
}

/**
 * Starts a session, or continues an idle one, and returns its id. The run does not need the response stream. The view
 * reads the stored steps instead.
 */
async function startSession(body: AgentRequest): Promise<string> {
  const response = await sendWithToken('post', '/api/chat/agent', { body, timeoutMs: null }, token);
  await response.body?.cancel();
  return response.headers.get('X-Session-Id') ?? '';
}
