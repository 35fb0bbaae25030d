import type { PointExplanation } from '@almagest/contracts/grid';
import { Banner } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import { pointMessages } from './messages.ts';

export interface RetryProps {
  readonly name: string;
  readonly retry: NonNullable<PointExplanation['retry']>;
}

/** Says whether another try of a failed point can succeed, and what helped other points with the same failure. */
export function Retry({ name, retry: { outlook, reason, group, helped } }: RetryProps) {
  const t = useMessages(pointMessages);
  return (
    <Panel title={t.retry}>
      <div className="stack">
        {outlook === 'possible' ? (
          <p>{t.outlook(outlook, reason)}</p>
        ) : (
          <Banner kind="warning">{t.outlook(outlook, reason)}</Banner>
        )}
        {helped.length === 0 ? null : (
          <div>
            <p>{t.helpedElsewhere}</p>
            <ul>
              {helped.map(({ method, direction, points, description }) => (
                <li key={`${method} ${direction ?? ''}`}>{t.helped(points, description)}</li>
              ))}
            </ul>
          </div>
        )}
        {group === null ? null : (
          <p className="row wrap small">
            <Link to="/workflows/$name/points" params={{ name }} search={{ group }}>
              {t.pointsAlike}
            </Link>
            <Link to="/workflows/$name/map" params={{ name }} search={{ proposals: 'failure' }}>
              {t.proposeSeeds}
            </Link>
            <Link to="/workflows/$name/config" params={{ name }}>
              {t.editConfiguration}
            </Link>
          </p>
        )}
      </div>
    </Panel>
  );
}
