import { getRouteApi } from '@tanstack/react-router';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useFormats } from '@almagest/ui/use-formats';
import { useQuery } from '@tanstack/react-query';
import { AgentForm } from './agent-form.tsx';
import { agentMessages } from './messages.ts';
import { metricsQuery } from './queries.ts';
import { SessionList } from './session-list.tsx';
import { toolInWords, toolMessages } from './tool-words.ts';
import { SessionView } from './session-view.tsx';
import './agent.css';

const agentPage = getRouteApi('/agent');

export function AgentView() {
  const t = useMessages(agentMessages);
  const { session } = agentPage.useSearch();
  usePageTitle(t.title);
  return (
    <div className="stack">
      <h1 className="unseen">{t.title}</h1>
      <div className="agent-view">
        <SessionList shown={session} />
        <section className="agent-session" aria-label={t.session}>
          {session === undefined ? (
            <div className="stack new-session">
              <p className="muted">{t.begin}</p>
              <AgentForm />
            </div>
          ) : (
            <SessionView key={session} id={session} />
          )}
        </section>
      </div>
      <Metrics />
    </div>
  );
}

function Metrics() {
  const t = useMessages(agentMessages);
  const words = useMessages(toolMessages);
  const { percent } = useFormats();
  const { data } = useQuery(metricsQuery);
  if (data === undefined || data.total_sessions === 0) return null;
  const { total_sessions: sessions, total_tool_calls: calls, avg_steps_per_session: steps, error_rate: errors } = data;
  const tools = Object.entries(data.tool_call_breakdown).toSorted(([, a], [, b]) => b - a);
  return (
    <details className="muted small">
      <summary>{t.metrics}</summary>
      <p>{t.metricsText(sessions, calls, steps.toFixed(1), percent(errors, 1))}</p>
      <p>{tools.map(([tool, count]) => `${toolInWords(words, tool)} ${count}`).join(' · ')}</p>
    </details>
  );
}
