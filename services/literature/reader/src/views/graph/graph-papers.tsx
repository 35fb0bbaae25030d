import type { CitationGraph } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { useMemo, useState } from 'react';
import { PaperLink } from '../../paper-link.tsx';
import { titleOf } from '../../paper-words.ts';
import { arrowPath } from './arrow.ts';
import type { PlacedPaper } from './lay-out-graph.ts';
import { graphMessages } from './messages.ts';

interface GraphPapersProps {
  readonly placed: readonly PlacedPaper[];
  readonly links: CitationGraph['links'];
}

/** Shows each paper as a disc, and each citation as an arrow. The edges of the hovered paper stand out. */
export function GraphPapers({ placed, links }: GraphPapersProps) {
  const t = useMessages(graphMessages);
  const [active, setActive] = useState<number>();
  const looked = placed.find(({ place }) => place === active);
  const linked = new Set(looked === undefined ? [] : [looked.place, ...looked.cites, ...looked.citedBy]);
  return (
    <>
      <Arrows placed={placed} links={links} active={active} />
      <ul aria-label={t.papers}>
        {placed.map(({ paper, place, x, y, radius, cites, citedBy }) => {
          const name = `${paper.author.split(',', 1)[0] ?? ''} ${paper.year}`.trim();
          const title = titleOf(paper);
          return (
            <li
              key={paper.bibcode}
              className={linked.has(place) ? 'linked' : undefined}
              style={{ left: x, top: y - radius }}
              title={title}
              onPointerEnter={() => setActive(place)}
              onPointerLeave={() => setActive(undefined)}
              onFocus={() => setActive(place)}
              onBlur={() => setActive(undefined)}
            >
              <PaperLink bibcode={paper.bibcode}>
                <span className="disc" style={{ width: 2 * radius, height: 2 * radius }} />
                <span className="name">{name}</span>
                <span className="unseen">
                  {title}. {t.cites(cites.length, citedBy.length)}
                </span>
              </PaperLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Arrows({ placed, links, active }: GraphPapersProps & { readonly active: number | undefined }) {
  const byPlace = useMemo(() => new Map(placed.map((one) => [one.place, one])), [placed]);
  const isActive = ({ citing, cited }: CitationGraph['links'][number]) => citing === active || cited === active;
  // Draw the links of the active paper above the others.
  const sorted = links.toSorted((a, b) => Number(isActive(a)) - Number(isActive(b)));
  return (
    <svg aria-hidden>
      <defs>
        {['arrow', 'active-arrow'].map((id) => (
          <marker key={id} id={id} viewBox="0 0 6 6" refX="1" refY="3" markerWidth="6" markerHeight="6" orient="auto">
            <path className={id} d="M0 0L6 3L0 6z" />
          </marker>
        ))}
      </defs>
      {sorted.map((link) => {
        const [citing, cited] = [byPlace.get(link.citing), byPlace.get(link.cited)];
        if (citing === undefined || cited === undefined) return null;
        return (
          <path
            key={`${link.citing} ${link.cited}`}
            d={arrowPath(citing, cited)}
            className={isActive(link) ? 'link active' : 'link'}
            markerEnd={isActive(link) ? 'url(#active-arrow)' : 'url(#arrow)'}
          />
        );
      })}
    </svg>
  );
}
