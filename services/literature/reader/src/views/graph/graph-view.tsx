import type { CitationGraph } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { SelectField } from '@almagest/ui/components/field';
import { Empty, Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Minus, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { collectionsQuery } from '../../queries/library.ts';
import { orderOf, type LibraryAddress } from '../library/address.ts';
import { pathOf } from '../library/collection-tree.ts';
import { GraphPapers } from './graph-papers.tsx';
import { layOutGraph, type GraphLayout } from './lay-out-graph.ts';
import { graphMessages } from './messages.ts';
import './graph.css';

/** The service's limit. Larger graphs cannot be read. */
const MOST_PAPERS = 2_000;

const graphQuery = (address: LibraryAddress) => {
  const { in_trash: _, sort: __, order: ___, ...filters } = orderOf(address);
  const query = { ...filters, limit: MOST_PAPERS };
  return queryOptions({
    queryKey: ['papers', 'graph', query],
    queryFn: async ({ signal }) => await api.get('/api/library/citation-graph', { query, signal }),
  });
};

const graphPage = getRouteApi('/graph');

/** Shows the citations between the papers of a list. */
export function GraphView() {
  const t = useMessages(graphMessages);
  usePageTitle(t.title);
  const address = graphPage.useSearch();
  return (
    <div className="stack">
      <div className="row spread">
        <h1>{t.title}</h1>
        <Link to="/library" search={address}>
          {t.toList}
        </Link>
      </div>
      <Loaded query={useQuery(graphQuery(address))} loading={t.loading}>
        {(graph) => <Graph graph={graph} />}
      </Loaded>
    </div>
  );
}

function Graph({ graph }: { readonly graph: CitationGraph }) {
  const t = useMessages(graphMessages);
  const [isAll, setAll] = useState(false);
  const layout = useMemo(() => layOutGraph(graph, isAll), [graph, isAll]);
  const unknown = graph.papers.filter(({ has_references: isKnown }) => !isKnown).length;
  const { placed } = layout;
  return (
    <>
      <div className="row">
        <CollectionFilter />
        <label className="row">
          <input type="checkbox" checked={isAll} onChange={({ target }) => setAll(target.checked)} />
          {t.all}
        </label>
        <p role="status">{placed.length === 0 ? t.none : t.number(placed.length, graph.links.length)}</p>
      </div>
      <p className="muted small">
        {graph.total > graph.papers.length ? `${t.most(graph.papers.length, graph.total)} ` : null}
        {unknown === 0 ? null : t.unknown(unknown)}
      </p>
      {placed.length === 0 ? <Empty>{t.noneHow}</Empty> : <Drawing layout={layout} links={graph.links} />}
    </>
  );
}

function CollectionFilter() {
  const t = useMessages(graphMessages);
  const { collection = '' } = graphPage.useSearch();
  const navigate = graphPage.useNavigate();
  const { data = [] } = useQuery(collectionsQuery);
  if (data.length === 0) return null;
  return (
    <SelectField
      label={t.collection}
      value={collection}
      options={[['', t.everyPaper], ...data.map((one) => [String(one.id), pathOf(data, one)] as const)]}
      onChange={(id) =>
        void navigate({
          search: ({ collection: _before, ...others }) => (id === '' ? others : { ...others, collection: id }),
        })
      }
    />
  );
}

const STEP = 1.25;
const LIMITS = { least: 0.2, most: 3 };

/** Shows the layout at any size. The box scrolls, and the wheel zooms with Ctrl, as in maps. */
function Drawing({ layout, links }: { readonly layout: GraphLayout; readonly links: CitationGraph['links'] }) {
  const t = useMessages(graphMessages);
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const { width, height, years } = layout;
  const by = (factor: number) => setZoom(Math.min(LIMITS.most, Math.max(LIMITS.least, zoom * factor)));
  const fit = () => {
    const { clientWidth = width, clientHeight = height } = box.current ?? {};
    setZoom(Math.max(LIMITS.least, Math.min(1, clientWidth / width, clientHeight / height)));
  };
  return (
    <>
      <div className="row" role="group" aria-label={t.zoom}>
        <Button iconOnly aria-label={t.larger} title={t.larger} onClick={() => by(STEP)}>
          <Plus size={16} aria-hidden />
        </Button>
        <Button iconOnly aria-label={t.smaller} title={t.smaller} onClick={() => by(1 / STEP)}>
          <Minus size={16} aria-hidden />
        </Button>
        <Button onClick={fit}>{t.fit}</Button>
      </div>
      <div
        ref={box}
        className="citation-graph"
        role="region"
        aria-label={t.title}
        tabIndex={0}
        onWheel={({ ctrlKey, deltaY }) => {
          if (ctrlKey) by(deltaY < 0 ? STEP : 1 / STEP);
        }}
      >
        <div style={{ width: width * zoom, height: height * zoom }}>
          <div className="drawing" style={{ width, height, transform: `scale(${zoom})` }}>
            {years.map(({ year, x }) => (
              <span key={year} className="year" style={{ left: x }}>
                {year === '' ? t.noYear : year}
              </span>
            ))}
            <GraphPapers placed={layout.placed} links={links} />
          </div>
        </div>
      </div>
    </>
  );
}
