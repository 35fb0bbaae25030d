import type { WorkflowSummary } from '@almagest/contracts/grid';
import { FailureList } from '../../failure-list.tsx';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { failuresQuery } from '../../queries/workflow.ts';
import { overviewMessages } from './messages.ts';

const SHOWN_GROUPS = 3;

/** The most frequent failures of each workflow that is not finished. */
export function TopFailures({ workflows }: { readonly workflows: readonly WorkflowSummary[] }) {
  return workflows
    .filter(({ status, stats }) => status !== 'completed' && (stats?.failed ?? 0) > 0)
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
