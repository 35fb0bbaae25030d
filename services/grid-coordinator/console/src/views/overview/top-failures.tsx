import type { WorkflowSummary } from '@almagest/contracts/grid';
import { FailureList } from '../../failure-list.tsx';
import { Panel } from '@almagest/ui/components/panel';
import { parseTime } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { failuresQuery } from '../../queries/workflow.ts';
import { overviewMessages } from './messages.ts';

const SHOWN_GROUPS = 3;

/** Failures of workflows that completed longer ago are not worth showing. */
const RECENT_MS = 7 * 24 * 3_600_000;

/** Shows the most frequent failures of each workflow that is active or completed within the last seven days. */
export function TopFailures({ workflows }: { readonly workflows: readonly WorkflowSummary[] }) {
  const since = Date.now() - RECENT_MS;
  return workflows
    .filter(({ stats }) => (stats?.failed ?? 0) > 0)
    .filter(({ status, updated_at: changed }) => status !== 'completed' || parseTime(changed) > since)
    .map(({ name }) => <OfWorkflow key={name} name={name} />);
}

function OfWorkflow({ name }: { readonly name: string }) {
  const t = useMessages(overviewMessages);
  const { data } = useQuery(failuresQuery(name, SHOWN_GROUPS));
  if (data === undefined || data.total === 0) return null;
  return (
    <Panel title={`${t.topFailures}: ${name}`}>
      <FailureList name={name} groups={data.groups} />
    </Panel>
  );
}
