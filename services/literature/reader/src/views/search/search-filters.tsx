import type { StandardPaper } from '@almagest/contracts/literature';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { useMessages } from '@almagest/ui/messages';
import { FoldedOnPhone } from '../../folded-on-phone.tsx';
import { useMemo, useState } from 'react';
import type { PaperSearch } from './address.ts';
import { searchMessages } from './messages.ts';

export interface SearchFiltersProps {
  readonly search: PaperSearch;
  readonly found: readonly StandardPaper[];
  readonly shown: readonly StandardPaper[];
  readonly onChange: (search: PaperSearch, replace: boolean) => void;
}

export function SearchFilters({ search, found, shown, onChange }: SearchFiltersProps) {
  const t = useMessages(searchMessages);
  const journals = useMemo(
    () => [...new Set(found.map(({ pub_journal: journal }) => journal))].filter((name) => name !== '').toSorted(),
    [found],
  );
  const filter = (name: 'from' | 'to' | 'author' | 'journal' | 'here', value: string, replace = true) => {
    const { [name]: _, ...others } = search;
    onChange({ ...others, ...(value === '' ? {} : { [name]: value }) }, replace);
  };
  const isSet = [search.from, search.to, search.author, search.journal, search.here].some((one) => one !== undefined);
  return (
    <>
      <FoldedOnPhone label={t.filters} isOpen={isSet}>
        <div className="search-form search-filters" role="group" aria-label={t.filters}>
          <YearField label={t.from} value={search.from ?? ''} onChange={(year) => filter('from', year)} />
          <YearField label={t.to} value={search.to ?? ''} onChange={(year) => filter('to', year)} />
          <TextField label={t.author} value={search.author ?? ''} onChange={(author) => filter('author', author)} />
          <SelectField
            label={t.journal}
            value={search.journal ?? ''}
            options={[['', t.anyJournal], ...journals.map((name) => [name, name] as const)]}
            onChange={(journal) => filter('journal', journal, false)}
          />
          <SelectField<Exclude<PaperSearch['here'], undefined> | ''>
            label={t.whether}
            value={search.here ?? ''}
            options={[
              ['', t.either],
              ['true', t.onlyHere],
              ['false', t.onlyNew],
            ]}
            onChange={(here) => filter('here', here, false)}
          />
        </div>
      </FoldedOnPhone>
      <p role="status" className="muted">
        {t.shown(shown.length, found.length)}
      </p>
    </>
  );
}

interface YearFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (year: string) => void;
}

/** Applies a year only when it has four digits. */
function YearField({ label, value, onChange }: YearFieldProps) {
  const [text, setText] = useState(value);
  return (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={4}
      value={text}
      onChange={(next) => {
        setText(next);
        if (next === '' || /^[12]\d{3}$/.test(next)) onChange(next);
      }}
    />
  );
}
