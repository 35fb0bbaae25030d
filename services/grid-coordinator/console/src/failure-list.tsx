import type { FailureGroup } from '@almagest/contracts/grid';
import { Age } from '@almagest/ui/components/times';
import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { useMessages, defineMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import './failure-list.css';

const failureListMessages = defineMessages({
  stage: { en: (stage: string) => `stage ${stage}`, zh: (stage: string) => `阶段 ${stage}` },
  attempts: { en: (n: number) => counted(n, 'attempt'), zh: (n: number) => `${count(n)} 次尝试` },
  pointsOf: { en: (n: number) => counted(n, 'point'), zh: (n: number) => `${count(n)} 个点` },
  nodesOf: { en: (n: number) => counted(n, 'node'), zh: (n: number) => `${count(n)} 个节点` },
  lastSeen: { en: 'last', zh: '最近' },
});

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
