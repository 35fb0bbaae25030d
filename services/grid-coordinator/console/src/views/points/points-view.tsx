import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '@almagest/ui/page-title';
import { WorkflowHead } from '../../workflow-head.tsx';
import type { PointsSearch } from './filters.ts';
import { pointsMessages } from './messages.ts';
import { PointFilters } from './point-filters.tsx';
import { PointsHead } from './points-head.tsx';
import { pointsPageQuery } from './points-queries.ts';
import { PointsTable } from './points-table.tsx';
import { useHeldRows } from './use-held-rows.ts';

const route = getRouteApi('/workflows/$name/points');

/** Lists the points of a workflow with filters and sorting. */
export function PointsView() {
  const { name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const t = useMessages(pointsMessages);
  usePageTitle(t.title(name));
  const first = useQuery({ ...pointsPageQuery(name, search, 0), placeholderData: keepPreviousData });
  const rows = useHeldRows(name);
  // A new filter adds a history entry, but typing within it does not.
  const show = (next: PointsSearch, replace: boolean) => void navigate({ search: next, replace });
  return (
    <div className="stack">
      <WorkflowHead name={name} />
      <PointFilters search={search} onChange={show} />
      <Loaded query={first} loading={t.loading}>
        {({ total }) => (
          <>
            <PointsHead
              name={name}
              search={search}
              total={total}
              hasChanged={rows.hasChanged}
              onRefresh={rows.refresh}
            />
            {total === 0 ? null : (
              <div {...rows.handlers}>
                <PointsTable name={name} search={search} total={total} onChange={show} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
