import type { Proposal, Proposals, ProposalKind } from '@almagest/contracts/grid';
import { changedBy } from '@almagest/ui/live-queries';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { readStorage, writeStorage } from '@almagest/ui/stored-value';
import { api } from '../../api.ts';
import { ExtraPoints } from './extra-points.ts';
import type { Box } from './box.ts';
import type { MapGrid } from './protocol.ts';

const REST_MS = 10_000;
/** The server returns at most this many. */
const MOST_PROPOSALS = 200;

function proposalsQuery(workflow: string, kind: ProposalKind | undefined) {
  return queryOptions({
    queryKey: ['workflow', workflow, 'proposals', kind],
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_PROPOSALS, ...(kind === undefined ? {} : { kind }) };
      return (await api.get('/api/workflows/{name}/proposals', { params: { name: workflow }, query, signal })).data;
    },
    meta: changedBy((event) => event.kind !== 'node' && event.name === workflow, REST_MS),
  });
}

/** The proposed points of a workflow, and which of them are chosen. */
export interface ProposalsState {
  readonly query: UseQueryResult<Proposals>;
  /** Proposals within the ranges of the map. */
  readonly shown: readonly Proposal[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (names: readonly string[], isChosen: boolean) => void;
}

/** Loads the kinds of proposals in `asked`. Loads none if `asked` is undefined. */
export function useProposals(
  workflow: string,
  { grid, box }: { readonly grid: MapGrid; readonly box: Box },
  asked: ProposalKind | 'all' | undefined,
): ProposalsState | undefined {
  const kind = asked === 'all' ? undefined : asked;
  const query = useQuery({ ...proposalsQuery(workflow, kind), enabled: asked !== undefined });
  const [chosen, choose] = useChosen(workflow);
  const proposals = query.data?.proposals;
  const shown = useMemo(() => {
    const places = new ExtraPoints(proposals?.map(({ params }) => params) ?? [], grid.axes);
    return places.within(box).flatMap((index) => proposals?.[index] ?? []);
  }, [proposals, grid, box]);
  return asked === undefined ? undefined : { query, shown, chosen, choose };
}

/** Keeps the choice when the user leaves the page, until the points are added. */
function useChosen(workflow: string) {
  const key = `almagest.proposals.${workflow}`;
  const [chosen, setChosen] = useState(
    () =>
      new Set(
        readStorage(key)
          ?.split(' ')
          .filter((name) => name !== ''),
      ),
  );
  const choose = useCallback(
    (names: readonly string[], isChosen: boolean) =>
      setChosen((before) => {
        const given = new Set(names);
        const next = isChosen ? before.union(given) : before.difference(given);
        writeStorage(key, next.size === 0 ? null : [...next].join(' '));
        return next;
      }),
    [key],
  );
  return [chosen, choose] as const;
}
