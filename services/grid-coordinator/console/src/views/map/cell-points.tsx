import type { Axis, GridPointRow, PointsQuery } from '@almagest/contracts/grid';
import { buttonClass } from '@almagest/ui/components/button';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Loaded } from '@almagest/ui/components/page-states';
import { count } from '@almagest/ui/format';
import { changedBy } from '@almagest/ui/live-queries';
import { useMessages } from '@almagest/ui/messages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { PointLink } from '../../point-link.tsx';
import { PointPill } from '../../vocabulary.tsx';
import { AXIS_NAMES } from '../../axis-names.ts';
import { filtersOf, isListable } from './address.ts';
import { useMapState } from './map-state.ts';
import { mapMessages } from './messages.ts';

const REST_MS = 2_000;
/** The table lists at most this many points. The page of points lists all points. */
const LISTED = 100;

function cellQuery(workflow: string, filters: Readonly<Record<string, string>>) {
  return queryOptions({
    queryKey: ['workflow', workflow, 'map-cell', filters],
    queryFn: async ({ signal }) => {
      // Addresses contain text. The server refuses invalid values.
      const query = { ...filters, limit: LISTED } as PointsQuery;
      return (await api.get('/api/workflows/{name}/points', { params: { name: workflow }, query, signal })).data;
    },
    meta: changedBy(({ kind, name }) => kind === 'points' && name === workflow, REST_MS),
  });
}

export function CellPoints({
  axes: [x, y],
  values,
}: {
  readonly axes: readonly [Axis, Axis];
  readonly values: readonly [number, number];
}) {
  const t = useMessages(mapMessages);
  const { workflow, grid, view } = useMapState();
  const filters = { ...filtersOf(view, grid), [x]: `${values[0]}`, [y]: `${values[1]}` };
  const canList = isListable(view, grid);
  const points = useQuery({ ...cellQuery(workflow, filters), enabled: canList });
  const columns: readonly CardColumn<GridPointRow>[] = [
    { title: t.point, isHead: true, cell: ({ name }) => <PointLink name={workflow} point={name} /> },
    { title: t.status, cell: ({ status }) => <PointPill status={status} /> },
    { title: t.attemptList, isNumber: true, cell: ({ attempt_count: attempts }) => count(attempts) },
  ];
  const caption = t.cellPoints(`${AXIS_NAMES[x]} ${values[0]}, ${AXIS_NAMES[y]} ${values[1]}`);
  if (!canList)
    return (
      <section className="stack map-cell-points" aria-label={caption}>
        <h3>{caption}</h3>
        <p className="muted small">{t.noFilter}</p>
      </section>
    );
  return (
    <section className="stack map-cell-points" aria-label={caption}>
      <h3>{caption}</h3>
      <Loaded query={points} loading={t.counting}>
        {({ points: rows, total }) => (
          <>
            <p className="row wrap">
              {t.points(total)}
              <a
                className={buttonClass()}
                href={`#/workflows/${encodeURIComponent(workflow)}/points?${new URLSearchParams(filters)}`}
              >
                {t.list}
              </a>
            </p>
            {rows.length === 0 ? null : (
              <div className="map-scroll" tabIndex={0} role="region" aria-label={t.list}>
                <CardTable caption={caption} columns={columns} rows={rows} keyOf={({ name }) => name} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
