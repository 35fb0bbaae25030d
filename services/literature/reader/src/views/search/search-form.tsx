import type { SearchSort, SourceChoice } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { useRef } from 'react';
import { useTypedWords } from '../../use-typed-words.ts';
import { FEWEST_ROWS, ROWS, type PaperSearch } from './address.ts';
import { searchMessages } from './messages.ts';

export interface SearchFormProps {
  readonly search: PaperSearch;
  readonly onChange: (search: PaperSearch) => void;
}

/** Renders the search form. Submitting it updates the address. */
export function SearchForm({ search, onChange }: SearchFormProps) {
  const t = useMessages(searchMessages);
  const [q, setQ] = useTypedWords(search.q ?? '');
  const form = useRef<HTMLFormElement>(null);
  useShortcut('/', t.title, () => form.current?.querySelector('input')?.focus());
  const change = (name: 'source' | 'sort' | 'rows', value: string) => {
    const { [name]: _, ...others } = search;
    onChange({ ...others, ...(value === '' ? {} : { [name]: value }) });
  };
  return (
    <Form ref={form} role="search" className="search-form" onSubmit={() => onChange({ ...search, q: q.trim() })}>
      <div className="grow">
        <TextField label={t.query} type="search" required maxLength={1_000} value={q} onChange={setQ} />
      </div>
      <SelectField<Exclude<SourceChoice, 'all'> | ''>
        label={t.source}
        value={search.source ?? ''}
        options={[
          ['', t.both],
          ['catalog', t.catalog],
          ['preprint', t.preprint],
        ]}
        onChange={(source) => change('source', source)}
      />
      <SelectField<Exclude<SearchSort, 'relevance'> | ''>
        label={t.order}
        value={search.sort ?? ''}
        options={[
          ['', t.relevance],
          ['date_desc', t.date_desc],
          ['date_asc', t.date_asc],
          ['citations_desc', t.citations_desc],
        ]}
        onChange={(sort) => change('sort', sort)}
      />
      <SelectField<(typeof ROWS)[number] | ''>
        label={t.rows}
        value={search.rows ?? ''}
        options={[['', String(FEWEST_ROWS)], ...ROWS.map((rows) => [rows, rows] as const)]}
        onChange={(rows) => change('rows', rows)}
      />
      <Button type="submit" kind="primary">
        {t.search}
      </Button>
    </Form>
  );
}
