import type { ClusterStatus, WorkflowSummary } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { Banner } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Age, LocalTime } from '@almagest/ui/components/times';
import { byteSize } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { overrunsQuery } from '../../queries/overview.ts';
import { useChange } from '@almagest/ui/use-change';
import { nodesQuery } from '../nodes/queries.ts';
import { overviewMessages } from './messages.ts';
import { useFormats } from '@almagest/ui/use-formats';
import { LAST_DAY_HOURS, progressQuery, statsQuery } from '../../queries/workflow.ts';
import { stalledSec } from '../../stall.ts';

export interface AttentionProps {
  readonly cluster: ClusterStatus;
  readonly workflows: readonly WorkflowSummary[];
}

export function Attention({ cluster, workflows }: AttentionProps) {
  const t = useMessages(overviewMessages);
  const overruns = useQuery(overrunsQuery).data?.length ?? 0;
  const paused = (useQuery(nodesQuery).data ?? []).flatMap(({ node_id, paused_until }) =>
    paused_until === null ? [] : [{ node_id, paused_until }],
  );
  const applications = cluster.nodes.filter(({ status }) => status === 'pending_approval').length;
  const running = workflows.filter(({ status }) => status === 'running');
  const toNodes = <Link to="/nodes">{t.lookAtNodes}</Link>;
  const isNobodyThere = running.length > 0 && cluster.nodes_online === 0;
  return (
    <>
      {cluster.claims_paused === undefined ? null : <ClaimsPaused {...cluster.claims_paused} />}
      {applications === 0 ? null : (
        <Item>
          {t.applications(applications)} {toNodes}
        </Item>
      )}
      {(cluster.failing_imports ?? []).map(({ sha256, size_bytes, message }) => (
        <Item key={sha256}>{t.importFails(byteSize(size_bytes), message)}</Item>
      ))}
      {isNobodyThere ? (
        <Item>
          {t.noNode} {toNodes}
        </Item>
      ) : null}
      {paused.map(({ node_id: node, paused_until: until }) => (
        <Item key={node}>
          <Link to="/nodes/$node" params={{ node }}>
            {node}
          </Link>{' '}
          {t.nodePaused} <LocalTime time={until} />
        </Item>
      ))}
      {running.map(({ name }) => (
        <StandsStill key={name} name={name} />
      ))}
      {overruns === 0 ? null : (
        <Item>
          {t.overruns(overruns)} {toNodes}
        </Item>
      )}
    </>
  );
}

function Item({ children }: { readonly children: ReactNode }) {
  return <Banner>{children}</Banner>;
}

function ClaimsPaused({ since, reason }: NonNullable<ClusterStatus['claims_paused']>) {
  const t = useMessages(overviewMessages);
  const change = useChange();
  const resume = async () => {
    await api.post('/api/admin/resume');
    return t.claimsResumed;
  };
  return (
    <Panel
      title={t.needsYou}
      actions={
        <Button needs="operator" kind="primary" isBlocked={change.isPending} onClick={() => change.mutate(resume)}>
          {t.resumeClaims}
        </Button>
      }
    >
      <p>
        {t.claimsPaused} <Age time={since} />
        {reason === null ? '' : `: ${reason}`}
      </p>
    </Panel>
  );
}

/** Warns if a running workflow is stalled. */
function StandsStill({ name }: { readonly name: string }) {
  const t = useMessages(overviewMessages);
  const { duration } = useFormats();
  const { data: stats } = useQuery(statsQuery(name));
  const { data: progress } = useQuery(progressQuery(name, LAST_DAY_HOURS));
  const seconds = stats === undefined || progress === undefined ? undefined : stalledSec(stats, progress);
  if (seconds === undefined) return null;
  return (
    <Banner>
      <Link to="/workflows/$name" params={{ name }}>
        {name}
      </Link>{' '}
      {t.standsStill} {duration(seconds)}
    </Banner>
  );
}
