import type { StandardPaper } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Panel } from '@almagest/ui/components/panel';
import { Pill } from '@almagest/ui/components/pill';
import { useMessages } from '@almagest/ui/messages';
import { useId, useState } from 'react';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { PaperLink } from '../../paper-link.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { ListChanged } from '../../list-changed.tsx';
import { titleOf } from '../../paper-words.ts';
import { useHeldList } from '../../use-held-list.ts';
import { searchMessages } from './messages.ts';
import { SelectionActions } from './selection-actions.tsx';
import { useKeeping } from './use-keeping.ts';

interface ResultListProps {
  /** Identifies the query. Results of another query appear at once. */
  readonly search: string;
  readonly papers: readonly StandardPaper[];
}

/** Lists the results. The user can add them one by one or together. */
export function ResultList({ search, papers: fresh }: ResultListProps) {
  const t = useMessages(searchMessages);
  const { papers, held } = useHeldPapers(search, fresh);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const keeping = useKeeping();
  const chosen = papers.filter(({ bibcode }) => selected.has(bibcode));
  const select = (codes: readonly string[], isWanted: boolean) => {
    const next = new Set(selected);
    for (const code of codes)
      if (isWanted) next.add(code);
      else next.delete(code);
    setSelected(next);
  };
  const all = papers.map(({ bibcode }) => bibcode);
  return (
    <Panel title={t.results}>
      <div className="row spread">
        <label className="row results-head">
          <input
            type="checkbox"
            checked={chosen.length === papers.length}
            onChange={(event) => select(all, event.target.checked)}
          />
          {t.selectAll}
        </label>
        <ListChanged list={held} />
        <SelectionActions chosen={chosen} keeping={keeping} />
      </div>
      <ul className="results" aria-label={t.results} {...held.handlers}>
        {papers.map((paper) => (
          <Result
            key={paper.bibcode}
            paper={paper}
            isHere={paper.in_library === true || keeping.kept.has(paper.bibcode)}
            isSelected={selected.has(paper.bibcode)}
            onSelect={(isWanted) => select([paper.bibcode], isWanted)}
            onKeep={() => keeping.keepOne(paper)}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** Merges late results into the list, but never while it is hovered or focused. */
function useHeldPapers(search: string, fresh: readonly StandardPaper[]) {
  const codes = fresh.map(({ bibcode }) => bibcode).join('\n');
  const [found, setFound] = useState({ codes, papers: fresh });
  if (found.codes !== codes) setFound({ codes, papers: fresh });
  const held = useHeldList(search, found.papers);
  const byCode = new Map(fresh.map((paper) => [paper.bibcode, paper]));
  return { held, papers: (held.shown ?? fresh).map((paper) => byCode.get(paper.bibcode) ?? paper) };
}

interface ResultProps {
  readonly paper: StandardPaper;
  readonly isHere: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (isWanted: boolean) => void;
  readonly onKeep: () => void;
}

const MOST_AUTHORS = 5;

function Result({ paper, isHere, isSelected, onSelect, onKeep }: ResultProps) {
  const t = useMessages(searchMessages);
  const id = useId();
  const { bibcode, authors, year, pub_journal: journal, abstract_text: abstract } = paper;
  const title = titleOf(paper);
  const more = authors.length - MOST_AUTHORS;
  return (
    <li className="result">
      <input
        type="checkbox"
        aria-label={t.select(title)}
        checked={isSelected}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <div>
        <span id={id}>
          <PaperLink bibcode={bibcode} className="title">
            <PaperTitle {...paper} />
          </PaperLink>
        </span>
        <p title={authors.join('; ')}>
          {authors.slice(0, MOST_AUTHORS).join('; ')}
          {more > 0 ? t.others(more) : ''}
        </p>
        <p className="muted small">
          {[year, journal, bibcode, t.cited(paper.citation_count)].filter((part) => part !== '').join(' · ')}
        </p>
        {abstract === '' ? null : (
          <details>
            <summary aria-describedby={id}>{t.abstract}</summary>
            <p>
              <TextWithFormulas text={abstract} />
            </p>
          </details>
        )}
      </div>
      <div className="result-actions">
        {isHere ? (
          <Pill kind="good">{paper.is_downloaded ? `${t.here} · ${t.fullText}` : t.here}</Pill>
        ) : (
          <Button needs="member" aria-label={t.keep(title)} onClick={onKeep}>
            {t.keepShort}
          </Button>
        )}
      </div>
    </li>
  );
}
