import type { LibraryPaper, ReadingState } from '@almagest/contracts/literature';
import { Age } from '@almagest/ui/components/times';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { FileText, Languages, StickyNote, Star, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { PaperLink } from '../../paper-link.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { authorsOf, failureOf, titleOf } from '../../paper-words.ts';
import { libraryMessages } from './messages.ts';
import { STATES } from './reading-states.ts';
import { shortJournal } from './journal-names.ts';
import { shownColumns, useListLayout, type Column } from './list-layout.ts';
import type { PaperSelection } from './use-selection.ts';
import type { PaperActions } from './use-paper-actions.ts';

const ICON = 16;

/** The drag type of papers. Collections accept only this type. */
export const DRAGGED_PAPERS = 'application/x-almagest-papers';

export interface PaperRowProps {
  readonly code: string;
  readonly paper: LibraryPaper;
  readonly selection: PaperSelection;
  readonly actions: PaperActions;
}

export function PaperRow({ code, paper, selection, actions }: PaperRowProps) {
  const t = useMessages(libraryMessages);
  const title = titleOf(paper);
  const isSelected = selection.has(code);
  return (
    <>
      <div role="cell">
        <input
          type="checkbox"
          aria-label={t.selectOne(title)}
          checked={isSelected}
          onChange={(event) =>
            selection.set(
              code,
              event.target.checked,
              event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
            )
          }
        />
      </div>
      <div role="cell">
        <button
          type="button"
          className="star"
          aria-label={t.star(title)}
          aria-pressed={paper.is_starred}
          onClick={() => actions.star([code], !paper.is_starred)}
        >
          <Star size={ICON} fill={paper.is_starred ? 'currentColor' : 'none'} aria-hidden />
        </button>
      </div>
      <div role="rowheader" className="name">
        <PaperLink bibcode={code} className="title">
          <PaperTitle {...paper} isLinear />
        </PaperLink>
        <span className="second">
          <span className="authors">{authorsOf(paper, t.moreAuthors)}</span>
          <span className="phone-only">
            {[paper.year, paper.pub_journal].filter((part) => part !== '').join(' · ')}
          </span>
          {paper.tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </span>
      </div>
      <Facts paper={paper} onState={(state) => actions.setState([code], state)} />
    </>
  );
}

interface FactsProps {
  readonly paper: LibraryPaper;
  readonly onState: (state: ReadingState) => void;
}

/** Renders the cells after the title. */
function Facts({ paper, onState }: FactsProps) {
  return shownColumns(useListLayout()).map((column) => (
    <div
      key={column}
      role="cell"
      className={`${column}${column === 'reading_state' ? '' : ' wide-only'}`}
      title={column === 'journal' ? paper.pub_journal : undefined}
    >
      <Fact column={column} paper={paper} onState={onState} />
    </div>
  ));
}

function Fact({ column, paper, onState }: FactsProps & { readonly column: Column }) {
  const t = useMessages(libraryMessages);
  switch (column) {
    case 'author':
      return authorsOf(paper, t.moreAuthors);
    case 'year':
      return paper.year;
    case 'journal':
      return shortJournal(paper.pub_journal);
    case 'citations':
      return count(paper.citation_count);
    case 'texts':
      return <Marks paper={paper} />;
    case 'added':
      return <Age time={paper.trashed_at ?? paper.added_at} />;
    case 'reading_state':
      return (
        <select
          className={`state ${paper.reading_state}`}
          aria-label={t.stateOf(titleOf(paper))}
          value={paper.reading_state}
          onChange={(event) => onState(event.target.value as ReadingState)}
        >
          {STATES.map((state) => (
            <option key={state} value={state}>
              {t[state]}
            </option>
          ))}
        </select>
      );
  }
}

/** Shows which texts a paper has, or why texts are missing. */
function Marks({ paper }: { readonly paper: LibraryPaper }) {
  const t = useMessages(libraryMessages);
  const why = failureOf(paper);
  return (
    <>
      {paper.is_downloaded ? <Mark name={t.hasText} icon={<FileText size={ICON} aria-hidden />} /> : null}
      {paper.has_translation ? <Mark name={t.hasTranslation} icon={<Languages size={ICON} aria-hidden />} /> : null}
      {paper.note_count > 0 ? (
        <Mark name={t.notes(paper.note_count)} icon={<StickyNote size={ICON} aria-hidden />} />
      ) : null}
      {why === undefined ? null : (
        <Mark name={t.failed(why)} className="bad" icon={<TriangleAlert size={ICON} aria-hidden />} />
      )}
    </>
  );
}

function Mark({
  name,
  icon,
  className,
}: {
  readonly name: string;
  readonly icon: ReactNode;
  readonly className?: string;
}) {
  return (
    <span role="img" aria-label={name} title={name} className={className}>
      {icon}
    </span>
  );
}
