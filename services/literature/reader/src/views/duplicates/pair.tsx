import type { DuplicatePair, MergeRequest, StandardPaper } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { useId, useState } from 'react';
import { api } from '../../api.ts';
import { PaperLink } from '../../paper-link.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { titleOf } from '../../paper-words.ts';
import { useAction } from '../../use-action.ts';
import { duplicateMessages } from './messages.ts';

/** Shows two papers side by side. The user can merge them or mark them as different. */
export function Pair({ pair: { reasons, papers } }: { readonly pair: DuplicatePair }) {
  const t = useMessages(duplicateMessages);
  const action = useAction();
  const [one, other] = papers;
  if (one === undefined || other === undefined) return null;
  const words = { identifier: t.identifier, file: t.file, title: t.titleReason };
  const [choose, setChoose] = useState<NonNullable<MergeRequest['choose']>>({});
  const merge = async (keep: StandardPaper, from: StandardPaper) => {
    const body = { keep: keep.bibcode, merge: [from.bibcode], choose };
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
        chosen={choose}
        onChoose={(field, bibcode) => setChoose({ ...choose, [field]: bibcode })}
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

type Field = keyof NonNullable<MergeRequest['choose']>;

interface PairProps {
  readonly one: StandardPaper;
  readonly other: StandardPaper;
  readonly onMerge: (keep: StandardPaper, from: StandardPaper) => void;
}

interface ComparisonProps extends PairProps {
  /** The paper whose value was selected. */
  readonly chosen: Partial<Record<Field, string>>;
  readonly onChoose: (field: Field, bibcode: string) => void;
}

function Comparison({ one, other, chosen, onChoose, onMerge }: ComparisonProps) {
  const t = useMessages(duplicateMessages);
  const fields: readonly (readonly [name: string, valueOf: (paper: StandardPaper) => string, field?: Field])[] = [
    [t.paperTitle, titleOf, 'title'],
    [t.authors, ({ authors }) => authors.join('; '), 'authors'],
    [t.year, ({ year }) => year, 'year'],
    [t.journal, ({ pub_journal: journal }) => journal, 'pub_journal'],
    [t.doi, ({ doi }) => doi, 'doi'],
    [t.preprint, ({ preprint_id: preprint }) => preprint, 'preprint_id'],
    [t.code, ({ bibcode }) => bibcode],
    [t.text, ({ is_downloaded: hasText }) => (hasText ? t.yes : '')],
  ];
  const group = useId();
  return (
    <table className="comparison">
      <caption>
        <span className="unseen">{t.compare(one.bibcode, other.bibcode)}. </span>
        {t.choose}
      </caption>
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
        {fields.map(([name, valueOf, field]) => (
          <FieldRow
            key={name}
            {...{ one, other, name, valueOf, field, group }}
            chosen={field === undefined ? undefined : chosen[field]}
            onChoose={onChoose}
          />
        ))}
        <MergeButtons one={one} other={other} onMerge={onMerge} />
      </tbody>
    </table>
  );
}

interface FieldRowProps extends Pick<ComparisonProps, 'one' | 'other' | 'onChoose'> {
  readonly name: string;
  readonly valueOf: (paper: StandardPaper) => string;
  /** Undefined if there is nothing to choose. */
  readonly field: Field | undefined;
  readonly group: string;
  readonly chosen: string | undefined;
}

/** Shows a field of both papers. If the values differ, one of them can be selected. */
function FieldRow({ one, other, name, valueOf, field, group, chosen, onChoose }: FieldRowProps) {
  const t = useMessages(duplicateMessages);
  const differs = valueOf(one) !== valueOf(other);
  return (
    <tr className={differs ? 'differs' : undefined}>
      <th scope="row">
        {name}
        {differs ? <span className="unseen"> ({t.differs})</span> : null}
      </th>
      {[one, other].map((paper) => {
        const value = valueOf(paper) === '' ? '–' : valueOf(paper);
        return (
          <td key={paper.bibcode}>
            {differs && field !== undefined ? (
              <input
                type="radio"
                name={`${group}${field}`}
                aria-label={`${name}: ${value}`}
                checked={chosen === paper.bibcode}
                onChange={() => onChoose(field, paper.bibcode)}
              />
            ) : null}
            {field === 'title' ? (
              <PaperLink bibcode={paper.bibcode}>
                <PaperTitle {...paper} />
              </PaperLink>
            ) : (
              value
            )}
          </td>
        );
      })}
    </tr>
  );
}

function MergeButtons({ one, other, onMerge }: PairProps) {
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
