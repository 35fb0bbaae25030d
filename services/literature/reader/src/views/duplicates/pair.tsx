import type { DuplicatePair, StandardPaper } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { api } from '../../api.ts';
import { PaperLink } from '../../paper-link.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { titleOf } from '../../paper-words.ts';
import { useAction } from '../../use-action.ts';
import { duplicateMessages } from './messages.ts';

/** Shows two papers side by side, to merge them or mark them as different. */
export function Pair({ pair: { reasons, papers } }: { readonly pair: DuplicatePair }) {
  const t = useMessages(duplicateMessages);
  const action = useAction();
  const [one, other] = papers;
  if (one === undefined || other === undefined) return null;
  const words = { identifier: t.identifier, file: t.file, title: t.titleReason };
  const merge = async (keep: StandardPaper, from: StandardPaper) => {
    const body = { keep: keep.bibcode, merge: [from.bibcode] };
    const { paper, merges } = await api.post('/api/library/merges', { body });
    const undo = async () => {
      for (const { id } of merges) await api.post('/api/library/merges/{id}/undo', { params: { id: String(id) } });
    };
    return { told: t.merged(titleOf(paper)), undo };
  };
  const apart = async () => {
    const bibcodes = [one.bibcode, other.bibcode];
    await api.post('/api/library/duplicates/apart', { body: { bibcodes } });
    const undo = async () => await api.post('/api/library/duplicates/apart', { body: { bibcodes, apart: false } });
    return { told: t.keptApart, undo };
  };
  return (
    <li className="pair stack">
      <p className="muted">
        {t.because} {reasons.map((reason) => words[reason]).join(', ')}
      </p>
      <Comparison
        one={one}
        other={other}
        onMerge={(keep, from) => {
          if (!action.isPending) action.mutate(async () => await merge(keep, from));
        }}
      />
      <div>
        <Button
          needs="administrator"
          aria-label={t.apartOf(one.bibcode, other.bibcode)}
          isBlocked={action.isPending}
          onClick={() => action.mutate(apart)}
        >
          {t.apart}
        </Button>
      </div>
    </li>
  );
}

interface ComparisonProps {
  readonly one: StandardPaper;
  readonly other: StandardPaper;
  readonly onMerge: (keep: StandardPaper, from: StandardPaper) => void;
}

function Comparison({ one, other, onMerge }: ComparisonProps) {
  const t = useMessages(duplicateMessages);
  const fields: readonly (readonly [string, (paper: StandardPaper) => string])[] = [
    [t.authors, ({ authors }) => authors.join('; ')],
    [t.year, ({ year }) => year],
    [t.journal, ({ pub_journal: journal }) => journal],
    [t.doi, ({ doi }) => doi],
    [t.preprint, ({ preprint_id: preprint }) => preprint],
    [t.code, ({ bibcode }) => bibcode],
    [t.text, ({ is_downloaded: hasText }) => (hasText ? t.yes : '')],
  ];
  const papers = [one, other] as const;
  return (
    <table className="comparison">
      <caption className="unseen">{t.compare(one.bibcode, other.bibcode)}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{t.field}</span>
          </th>
          <th scope="col">{t.older}</th>
          <th scope="col">{t.newer}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t.paperTitle}</th>
          {papers.map((paper) => (
            <td key={paper.bibcode}>
              <PaperLink bibcode={paper.bibcode}>
                <PaperTitle {...paper} />
              </PaperLink>
            </td>
          ))}
        </tr>
        {fields.map(([name, valueOf]) => {
          const differs = valueOf(one) !== valueOf(other);
          return (
            <tr key={name} className={differs ? 'differs' : undefined}>
              <th scope="row">
                {name}
                {differs ? <span className="unseen"> ({t.differs})</span> : null}
              </th>
              {papers.map((paper) => (
                <td key={paper.bibcode}>{valueOf(paper) === '' ? '–' : valueOf(paper)}</td>
              ))}
            </tr>
          );
        })}
        <MergeButtons one={one} other={other} onMerge={onMerge} />
      </tbody>
    </table>
  );
}

function MergeButtons({ one, other, onMerge }: ComparisonProps) {
  const t = useMessages(duplicateMessages);
  return (
    <tr>
      <td />
      {[one, other].map((paper) => (
        <td key={paper.bibcode}>
          <Button
            needs="administrator"
            aria-label={t.keepThisOf(paper.bibcode)}
            onClick={() => onMerge(paper, paper === one ? other : one)}
          >
            {t.keepThis}
          </Button>
        </td>
      ))}
    </tr>
  );
}
