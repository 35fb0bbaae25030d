import type { Lineage, LineageDescendant } from '@almagest/contracts/grid';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useTaskTypeWord, vocabulary } from '../../vocabulary.tsx';
import { useMapState } from './map-state.ts';
import { mapMessages } from './messages.ts';

/** Where a point's model comes from, and the attempts that started from it, as lists within each other. */
export function LineageTree({ lineage }: { readonly lineage: Lineage }) {
  const t = useMessages(mapMessages);
  const words = useOutcomeWords();
  const { ancestors, descendants, outcomes, more_descendants: more } = lineage;
  const counts = Object.entries(outcomes).filter(([, n]) => n > 0);
  return (
    <div className="stack map-lineage">
      {ancestors.length === 0 && lineage.ends_with === 'none' ? null : <p className="muted small">{t.cameFrom}</p>}
      <ol>
        {ancestors.map((ancestor) => (
          <li key={ancestor.version}>
            <PointName name={ancestor.point_name} workflow={ancestor.workflow_name} />
          </li>
        ))}
        {lineage.ends_with === 'cold_start' ? <li>{t.coldStart}</li> : null}
      </ol>
      <p className="muted small">{t.gaveRise}</p>
      {descendants.length === 0 ? (
        <p className="muted">{t.noDescendants}</p>
      ) : (
        <p>{counts.map(([outcome, n]) => `${count(n)} ${words[outcome as keyof typeof outcomes]}`).join(', ')}</p>
      )}
      {more ? <p className="muted small">{t.moreDescendants}</p> : null}
      <Children of={null} byParent={Map.groupBy(descendants, ({ parent_task_id: parent }) => parent)} />
    </div>
  );
}

type ByParent = ReadonlyMap<string | null, readonly LineageDescendant[]>;

function Children({ of, byParent }: { readonly of: string | null; readonly byParent: ByParent }) {
  const typeWord = useTaskTypeWord();
  const words = useOutcomeWords();
  const children = byParent.get(of);
  if (children === undefined) return null;
  return (
    <ul>
      {children.map((attempt) => (
        <li key={attempt.task_id}>
          <PointName name={attempt.point_name} workflow={attempt.workflow_name} />{' '}
          <span className="muted small">
            {typeWord(attempt.task_type)}, {words[attempt.outcome]}
          </span>
          <Children of={attempt.task_id} byParent={byParent} />
        </li>
      ))}
    </ul>
  );
}

function useOutcomeWords(): Readonly<Record<LineageDescendant['outcome'], string>> {
  const { converged, failed, running } = useMessages(vocabulary);
  const { reclaimed } = useMessages(mapMessages);
  return { converged, failed, running, reclaimed };
}

/** A point of the same workflow opens its card; another one is named with its workflow. */
function PointName({ name, workflow }: { readonly name: string; readonly workflow: string | null }) {
  const { workflow: own, go } = useMapState();
  if (workflow !== own)
    return (
      <span className="code">
        {name} ({workflow ?? '–'})
      </span>
    );
  return (
    <button type="button" className="map-entry code" onClick={() => go({ point: name })}>
      {name}
    </button>
  );
}
