import type { CitationGraph } from '@almagest/contracts/literature';
import { Empty, Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { PaperLink } from '../../paper-link.tsx';
import { titleOf } from '../../paper-words.ts';
import { CELL, HEAD, linkPath, PAPER } from './link-path.ts';
import { layOutGraph, type PlacedPaper } from './lay-out-graph.ts';
import { graphMessages } from './messages.ts';
import { graphQuery } from './queries.ts';
import './graph.css';

const graphPage = getRouteApi('/graph');

/** Shows the citations between the papers of a list. */
export function GraphView() {
  const t = useMessages(graphMessages);
  usePageTitle(t.title);
  const address = graphPage.useSearch();
  const query = useQuery(graphQuery(address));
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <p>
        <Link to="/library" search={address}>
          {t.toList}
        </Link>
      </p>
      <Loaded query={query} loading={t.loading}>
        {(graph) => <Graph graph={graph} />}
      </Loaded>
    </div>
  );
}

function Graph({ graph }: { readonly graph: CitationGraph }) {
  const t = useMessages(graphMessages);
  const layout = useMemo(() => layOutGraph(graph), [graph]);
  const unknown = graph.papers.filter(({ has_references: isKnown }) => !isKnown).length;
  const { placed, years } = layout;
  return (
    <>
      <p role="status">{placed.length === 0 ? t.none : t.number(placed.length, graph.links.length)}</p>
      <p className="muted small">
        {graph.total > graph.papers.length ? `${t.most(graph.papers.length, graph.total)} ` : null}
        {unknown === 0 ? null : t.unknown(unknown)}
      </p>
      {placed.length === 0 ? (
        <Empty>{t.noneHow}</Empty>
      ) : (
        <div className="citation-graph">
          <div style={{ width: years.length * CELL.width, height: HEAD + layout.rows * CELL.height }}>
            {years.map((year, column) => (
              <span key={year} className="year" style={{ left: column * CELL.width }}>
                {year === '' ? t.noYear : year}
              </span>
            ))}
            <Papers placed={placed} links={graph.links} />
          </div>
        </div>
      )}
    </>
  );
}

interface PapersProps {
  readonly placed: readonly PlacedPaper[];
  readonly links: CitationGraph['links'];
}

function Papers({ placed, links }: PapersProps) {
  const t = useMessages(graphMessages);
  const [active, setActive] = useState<number>();
  const looked = placed.find(({ place }) => place === active);
  const linked = new Set(looked === undefined ? [] : [looked.place, ...looked.cites, ...looked.citedBy]);
  return (
    <>
      <Lines placed={placed} links={links} active={active} />
      <ul aria-label={t.papers}>
        {placed.map(({ paper, place, column, row, cites, citedBy }) => {
          const name = `${paper.author.split(',', 1)[0] ?? ''} ${paper.year}`.trim();
          const title = titleOf(paper);
          return (
            <li
              key={paper.bibcode}
              className={linked.has(place) ? 'linked' : undefined}
              style={{ left: column * CELL.width, top: HEAD + row * CELL.height, ...PAPER }}
              title={title}
              onPointerEnter={() => setActive(place)}
              onPointerLeave={() => setActive(undefined)}
              onFocus={() => setActive(place)}
              onBlur={() => setActive(undefined)}
            >
              <PaperLink bibcode={paper.bibcode}>
                <strong>{name}</strong>
                <span className="paper-name">{title}</span>
                <span className="unseen">{t.cites(cites.length, citedBy.length)}</span>
              </PaperLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Lines({ placed, links, active }: PapersProps & { readonly active: number | undefined }) {
  const byPlace = useMemo(() => new Map(placed.map((one) => [one.place, one])), [placed]);
  const isActive = ({ citing, cited }: CitationGraph['links'][number]) => citing === active || cited === active;
  // Draw the links of the active paper above the others.
  const sorted = links.toSorted((a, b) => Number(isActive(a)) - Number(isActive(b)));
  return (
    <svg aria-hidden>
      {sorted.map((link) => {
        const [from, to] = [byPlace.get(link.cited), byPlace.get(link.citing)];
        if (from === undefined || to === undefined) return null;
        return (
          <path
            key={`${link.citing} ${link.cited}`}
            d={linkPath(from, to)}
            className={isActive(link) ? 'active' : undefined}
          />
        );
      })}
    </svg>
  );
}
