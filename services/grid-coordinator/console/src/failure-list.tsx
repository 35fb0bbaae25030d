import type { FailureGroup } from '@almagest/contracts/grid';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import { failureListMessages } from './failure-list-messages.ts';
import './failure-list.css';

export interface FailureListProps {
  /** Name of the workflow. */
  readonly name: string;
  readonly groups: readonly FailureGroup[];
}

/** Lists failure groups with their causes, counts, and the strategies that helped similar points. */
export function FailureList({ name, groups }: FailureListProps) {
  return (
    <ul className="failure-groups">
      {groups.map((group) => (
        <Group key={group.group} name={name} group={group} />
      ))}
    </ul>
  );
}

function Group({ name, group }: { readonly name: string; readonly group: FailureGroup }) {
  const t = useMessages(failureListMessages);
  const { group: id, cause, stage, attempts, points, node_count: nodes, summary, last_at: lastAt } = group;
  return (
    <li className="failure-group">
      <div>
        <Link className="cause" to="/workflows/$name/points" params={{ name }} search={{ group: id }}>
          {cause}
        </Link>
        <p className="muted small">{summary}</p>
      </div>
      <div className="numbers">
        <div>
          {t.pointsOf(points)} · {t.attempts(attempts)}
        </div>
        <div className="muted small">
          {t.stage(stage)} · {t.nodesOf(nodes)} · {t.lastSeen} <Age time={lastAt} />
        </div>
      </div>
    </li>
  );
}
