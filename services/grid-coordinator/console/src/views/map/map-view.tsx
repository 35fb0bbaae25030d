import { Empty, Failed, Loading } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { changedBy } from '@almagest/ui/live-queries';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { api } from '../../api.ts';
import { usePageTitle } from '@almagest/ui/page-title';
import { WorkflowHead } from '../../workflow-head.tsx';
import { viewOf, type MapSearch } from './address.ts';
import type { Box } from './box.ts';
import { MapPage } from './map-page.tsx';
import type { MapState } from './map-state.ts';
import { mapMessages } from './messages.ts';
import type { MapGrid } from './protocol.ts';
import { AXES, shapeOf } from './shape.ts';
import { useInks } from './use-inks.ts';
import { useGridMap } from './use-map.ts';
import './map.css';

const route = getRouteApi('/workflows/$name/map');

const CAUSES_REST_MS = 5_000;
const MOST_CAUSES = 500;

function causesQuery(workflow: string) {
  return queryOptions({
    queryKey: ['workflow', workflow, 'causes'],
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_CAUSES };
      const { data } = await api.get('/api/workflows/{name}/failures', { params: { name: workflow }, query, signal });
      return new Map(data.groups.map(({ group, cause, stage }) => [group, `${stage}: ${cause}`]));
    },
    meta: changedBy(({ kind, name }) => kind === 'points' && name === workflow, CAUSES_REST_MS),
  });
}

/** Shows all points of a grid along each axis and each pair of axes. */
export function MapView() {
  const t = useMessages(mapMessages);
  const { name } = route.useParams();
  usePageTitle(t.title(name));
  return (
    <div className="stack">
      <WorkflowHead name={name} />
      <LoadedMap key={name} workflow={name} />
    </div>
  );
}

function LoadedMap({ workflow }: { readonly workflow: string }) {
  const t = useMessages(mapMessages);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [preview, setPreview] = useState<Box>();
  const [isTimeOpen, setIsTimeOpen] = useState(search.until !== undefined);
  const makeView = useCallback(
    (grid: MapGrid) => {
      const view = viewOf(search, grid);
      return preview === undefined ? view : { ...view, box: preview };
    },
    [search, preview],
  );
  const { grid, fault, counts, slice, retry } = useGridMap(workflow, makeView, isTimeOpen);
  const causes = useQuery(causesQuery(workflow)).data;
  const inks = useInks(counts?.legend);
  const go = useCallback<MapState['go']>(
    (change, replace = false) =>
      void navigate({
        search: (old: MapSearch) => ({ ...old, ...change }) as MapSearch,
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const causeOf = useCallback((group: string) => causes?.get(group) ?? group, [causes]);
  const shape = useMemo(
    () => (grid === undefined ? undefined : shapeOf(AXES.map((axis) => grid.axes[axis].length))),
    [grid],
  );
  useEffect(() => {
    if (counts !== undefined) performance.mark('map-drawn');
  }, [counts]);
  if (grid === undefined || shape === undefined)
    return fault === undefined ? <Loading>{t.loading}</Loading> : <Failed error={fault} onRetry={retry} />;
  if (grid.size === 0 || grid.axes.teff.length === 0) return <Empty>{t.empty}</Empty>;
  if (counts === undefined)
    return fault === undefined ? <Loading>{t.counting}</Loading> : <Failed error={fault} onRetry={retry} />;
  const view = makeView(grid);
  const state = { workflow, grid, shape, view, counts, inks, search, causeOf, go, preview: setPreview };
  return <MapPage {...{ state, fault, slice, isTimeOpen }} onTime={setIsTimeOpen} />;
}
