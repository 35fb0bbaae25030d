import type { FoundPaper, SearchHit } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { authorsOf } from '../../paper-words.ts';
import { PaperLink } from '../../paper-link.tsx';
import { findMessages } from './messages.ts';

/** Lists the papers found, each with its best matches. */
export function FoundList({ papers }: { readonly papers: readonly FoundPaper[] }) {
  const t = useMessages(findMessages);
  return (
    <ul className="found" aria-label={t.results}>
      {papers.map((found) => (
        <Found key={found.paper.bibcode} {...found} />
      ))}
    </ul>
  );
}

function Found({ paper, hits, hit_count: count }: FoundPaper) {
  const t = useMessages(findMessages);
  const { bibcode, year, pub_journal: journal } = paper;
  const more = count - hits.length;
  return (
    <li>
      <PaperLink bibcode={bibcode} className="title">
        <PaperTitle {...paper} />
      </PaperLink>
      <p className="muted small">
        {[authorsOf(paper, t.others), year, journal].filter((part) => part !== '').join(' · ')}
      </p>
      <ul className="hits">
        {hits.map((hit) => (
          <li key={`${hit.kind} ${hit.field} ${hit.paragraph_index} ${hit.note_id} ${hit.snippet.text}`}>
            <Hit bibcode={bibcode} hit={hit} />
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="muted small">{t.morePlaces(more)}</p> : null}
    </li>
  );
}

/** Shows a match as a link to its place in the paper. */
function Hit({ bibcode, hit }: { readonly bibcode: string; readonly hit: SearchHit }) {
  const t = useMessages(findMessages);
  const { kind, field, paragraph_index: block, section, snippet } = hit;
  const fields = { ...t, title: t.titleField };
  const kinds = { record: t.ofRecord, text: t.ofText, translation: t.ofTranslation, note: t.ofNote };
  return (
    <PaperLink
      bibcode={bibcode}
      block={block}
      quote={quoteOf(hit)}
      isTranslation={kind === 'translation'}
      className="hit"
    >
      <span className="kind">{field === null ? kinds[kind] : fields[field]}</span>
      <span>
        {section === null ? null : (
          <span className="section">
            <TextWithFormulas text={section} />
          </span>
        )}
        <Snippet snippet={snippet} />
      </span>
    </PaperLink>
  );
}

/** Returns the words to highlight in the text: the part of the snippet from its first to its last match. */
function quoteOf({ kind, snippet: { text, ranges } }: SearchHit): string {
  return kind === 'text' ? text.slice(ranges[0]?.start ?? 0, ranges.at(-1)?.end ?? 0) : '';
}

/** Shows a text with its matches highlighted. */
function Snippet({ snippet: { text, ranges } }: Pick<SearchHit, 'snippet'>) {
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          <TextWithFormulas text={text.slice(ranges[index - 1]?.end ?? 0, start)} />
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      <TextWithFormulas text={text.slice(ranges.at(-1)?.end ?? 0)} />
    </>
  );
}
