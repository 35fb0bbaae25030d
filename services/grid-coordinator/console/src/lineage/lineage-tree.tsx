import type { Lineage, LineageDescendant } from '@almagest/contracts/grid';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import type { ReactNode } from 'react';
import { useTaskTypeWord, vocabulary } from '../vocabulary.tsx';
import { lineageMessages } from './messages.ts';
import './lineage-tree.css';

export interface LineageTreeProps {
  readonly lineage: Lineage;
  /** Renders a point of the lineage. `workflow` is null if that workflow was deleted. */
  readonly renderPoint: (name: string, workflow: string | null) => ReactNode;
}

/** Shows the ancestors of a point's model and the attempts that started from it, as nested lists. */
export function LineageTree({ lineage, renderPoint }: LineageTreeProps) {
  const t = useMessages(lineageMessages);
  const words = useOutcomeWords();
  const { ancestors, descendants, outcomes, more_descendants: more, ends_with: end } = lineage;
  const ends = { cold_start: t.coldStart, import: t.import, unknown: t.unknown, limit: t.limit };
  const counts = Object.entries(outcomes).filter(([, n]) => n > 0);
  return (
    <div className="stack lineage-tree">
      {lineage.rejected === true ? <p className="error">{t.isRejected}</p> : null}
      <p className="muted small">{ancestors.length === 0 && end === 'none' ? t.none : t.cameFrom}</p>
      <ol>
        {ancestors.map((ancestor) => (
          <li key={ancestor.version}>
            {renderPoint(ancestor.point_name, ancestor.workflow_name)}
            {ancestor.rejected === true ? <span className="error"> ({t.rejected})</span> : null}
          </li>
        ))}
        {end === 'none' ? null : <li>{ends[end]}</li>}
      </ol>
      <p className="muted small">{t.gaveRise}</p>
      {descendants.length === 0 ? (
        <p className="muted">{t.noDescendants}</p>
      ) : (
        <p>{counts.map(([outcome, n]) => `${count(n)} ${words[outcome as keyof typeof outcomes]}`).join(', ')}</p>
      )}
      {more ? <p className="muted small">{t.moreDescendants}</p> : null}
      <Children
        of={null}
        byParent={Map.groupBy(descendants, ({ parent_task_id: parent }) => parent)}
        renderPoint={renderPoint}
      />
      <RejectedVersions lineage={lineage} />
    </div>
  );
}

function RejectedVersions({ lineage: { rejected_versions: versions = [] } }: Pick<LineageTreeProps, 'lineage'>) {
  const t = useMessages(lineageMessages);
  if (versions.length === 0) return null;
  return (
    <>
      <p className="muted small">{t.rejectedVersions}</p>
      <ul>
        {versions.map(({ version, descendants }) => (
          <li key={version}>
            <code>{version.slice(0, 12)}</code> {t.withModelFrom(descendants)}
          </li>
        ))}
      </ul>
    </>
  );
}

type ByParent = ReadonlyMap<string | null, readonly LineageDescendant[]>;

interface ChildrenProps extends Pick<LineageTreeProps, 'renderPoint'> {
  /** The attempt that computed the model. Null for the model of the point itself. */
  readonly of: string | null;
  readonly byParent: ByParent;
}

function Children({ of, byParent, renderPoint }: ChildrenProps) {
  const typeWord = useTaskTypeWord();
  const words = useOutcomeWords();
  const children = byParent.get(of);
  if (children === undefined) return null;
  return (
    <ul>
      {children.map((attempt) => (
        <li key={attempt.task_id}>
          {renderPoint(attempt.point_name, attempt.workflow_name)}{' '}
          <span className="muted small">
            {typeWord(attempt.task_type)}, {words[attempt.outcome]}
          </span>
          <Children of={attempt.task_id} byParent={byParent} renderPoint={renderPoint} />
        </li>
      ))}
    </ul>
  );
}

function useOutcomeWords(): Readonly<Record<LineageDescendant['outcome'], string>> {
  const { converged, failed, running } = useMessages(vocabulary);
  const { reclaimed } = useMessages(lineageMessages);
  return { converged, failed, running, reclaimed };
}
