import type { LibraryPaper } from '@almagest/contracts/literature';
import { buttonClass } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { libraryMessages } from './messages.ts';

/** Shows the record of the paper in the active row. */
export function PaperPreview({ paper }: { readonly paper: LibraryPaper | undefined }) {
  const t = useMessages(libraryMessages);
  return (
    <aside className="paper-preview" aria-label={t.preview}>
      {paper === undefined ? <p className="muted">{t.previewNone}</p> : <Record paper={paper} />}
    </aside>
  );
}

function Record({ paper }: { readonly paper: LibraryPaper }) {
  const t = useMessages(libraryMessages);
  const { bibcode, authors, year, pub_journal: journal, doi, abstract_text: abstract, tags } = paper;
  return (
    <div className="stack">
      <h2>
        <PaperTitle {...paper} />
      </h2>
      <p className="small">{authors.join('; ')}</p>
      <p className="muted small">{[year, journal, bibcode, doi].filter((part) => part !== '').join(' · ')}</p>
      {tags.length === 0 ? null : (
        <p className="row small">
          {tags.map((tag) => (
            <Link key={tag} to="/library" search={{ tag }}>
              {tag}
            </Link>
          ))}
        </p>
      )}
      <div className="row">
        <Link to="/papers/$bibcode" params={{ bibcode }} className={buttonClass()}>
          {t.open}
        </Link>
        <Link to="/papers/$bibcode" params={{ bibcode }} search={{ right: 'notes' }}>
          {t.notes(paper.note_count)}
        </Link>
      </div>
      <p>{abstract === '' ? <span className="muted">{t.noAbstract}</span> : <TextWithFormulas text={abstract} />}</p>
    </div>
  );
}
