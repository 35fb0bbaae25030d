import type { FailureGroups as Groups } from '@almagest/contracts/grid';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FailureList } from '../../failure-list.tsx';
import { workflowMessages } from './messages.ts';

/** Number of groups shown, most attempts first. */
export const SHOWN_GROUPS = 10;

export interface FailureGroupsProps {
  readonly name: string;
  readonly failures: UseQueryResult<Groups>;
}

/** Lists failures by cause, with the strategies that helped similar points. */
export function FailureGroups({ name, failures }: FailureGroupsProps) {
  const t = useMessages(workflowMessages);
  return (
    <Panel title={t.failures}>
      <Loaded query={failures} loading={t.loadingFailures}>
        {({ groups, total }) => (
          <>
            {total === 0 ? <p className="muted">{t.noFailures}</p> : null}
            <FailureList name={name} groups={groups} />
            {total === 0 ? null : (
              <p className="small">
                <Link to="/workflows/$name/map" params={{ name }} search={{ proposals: 'failure' }}>
                  {t.proposals}
                </Link>
              </p>
            )}
            {total > groups.length ? <p className="muted small">{t.moreFailures(total - groups.length)}</p> : null}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
