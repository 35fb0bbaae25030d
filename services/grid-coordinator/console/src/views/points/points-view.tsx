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
import { ListOptions, useColumns } from './list-options.tsx';
import { PointsTable } from './points-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';
import { useHeldRows } from './use-held-rows.ts';

const route = getRouteApi('/workflows/$name/points');

/** Lists the points of a workflow with filters and sorting. */
export function PointsView() {
  const { name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const t = useMessages(pointsMessages);
  usePageTitle(t.title(name));
  const rows = useHeldRows(name);
  const selection = useSelection(name, search);
  const options = useColumns();
  // A new filter adds a history entry, but typing within it does not.
  const show = (next: PointsSearch, replace: boolean) => void navigate({ search: next, replace });
  return (
    <div className="stack">
      <WorkflowHead name={name} />
      <PointFilters search={search} onChange={show} />
      <Loaded
        query={useQuery({ ...pointsPageQuery(name, search, 0), placeholderData: keepPreviousData })}
        loading={t.loading}
      >
        {({ total }) => (
          <>
            <PointsHead name={name} search={search} total={total} hasChanged={rows.hasChanged} onRefresh={rows.refresh}>
              <ListOptions columns={options.columns} toggle={options.toggle} />
            </PointsHead>
            <SelectionBar name={name} selection={selection} />
            {total === 0 ? null : (
              <div {...rows.handlers}>
                <PointsTable {...{ name, search, total, selection }} layout={options} onChange={show} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
