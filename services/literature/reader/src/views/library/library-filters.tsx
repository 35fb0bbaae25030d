import { Button } from '@almagest/ui/components/button';
import { SelectField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { TypedField } from '@almagest/ui/components/typed-field';
import { useMessages } from '@almagest/ui/messages';
import type { LibrarySort } from '@almagest/contracts/literature';
import { useState, type ReactNode } from 'react';
import { FLAGS, usualOrder, type Filter, type LibraryAddress } from './address.ts';
import { filterMessages, libraryMessages } from './messages.ts';

const TYPED = ['title', 'author', 'journal'] as const;
const YEARS = ['year_from', 'year_to'] as const;

interface LibraryFiltersProps {
  readonly address: LibraryAddress;
  readonly onChange: (address: LibraryAddress, replace?: boolean) => void;
}

interface LibraryFiltersBarProps extends LibraryFiltersProps {
  readonly title: string;
  /** Links to other ways to find and add papers. */
  readonly children: ReactNode;
}

/** Filters and sorts the list. All settings are in the address. */
export function LibraryFilters({ title, address, onChange, children }: LibraryFiltersBarProps) {
  const t = useMessages(filterMessages);
  const l = useMessages(libraryMessages);
  const set: SetFilter = (filter, value, replace = false) => {
    const { [filter]: _, ...others } = address;
    onChange(value === '' ? others : { ...others, [filter]: value }, replace);
  };
  const isSet = [...TYPED, ...YEARS, ...FLAGS].filter((filter) => address[filter] !== undefined).length;
  const [isOpen, setOpen] = useState(isSet > 0);
  return (
    <Form className="library-filters" role="search" aria-label={t.filters}>
      <div className="bar">
        <h1>{title}</h1>
        <Typed filter="words" label={t.words} address={address} set={set} />
        <SelectField
          label={t.state}
          value={address.reading_state ?? ''}
          options={[['', t.anyState], ...(['unread', 'reading', 'read'] as const).map((one) => [one, l[one]] as const)]}
          onChange={(value) => set('reading_state', value)}
        />
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isSet === 0 ? t.more : t.moreSet(isSet)}
        </Button>
        {children}
      </div>
      {isOpen ? (
        <div className="fields">
          <SortField address={address} onChange={onChange} />
          {[...TYPED, ...YEARS].map((filter) => (
            <Typed key={filter} filter={filter} label={t[filter]} address={address} set={set} />
          ))}
          {FLAGS.map((filter) => (
            <SelectField
              key={filter}
              label={t[filter]}
              value={address[filter] ?? ''}
              options={[
                ['', t.any],
                ['true', t.yes],
                ['false', t.no],
              ]}
              onChange={(value) => set(filter, value)}
            />
          ))}
        </div>
      ) : null}
    </Form>
  );
}

type SetFilter = (filter: Filter, value: string, replace?: boolean) => void;

interface TypedProps {
  readonly filter: 'words' | (typeof TYPED)[number] | (typeof YEARS)[number];
  readonly label: string;
  readonly address: LibraryAddress;
  readonly set: SetFilter;
}

function Typed({ filter, label, address, set }: TypedProps) {
  const isYear = YEARS.some((one) => one === filter);
  return (
    <TypedField
      label={label}
      {...(filter === 'words' ? { placeholder: label } : {})}
      maxLength={isYear ? 4 : 200}
      inputMode={isYear ? 'numeric' : undefined}
      value={address[filter] ?? ''}
      onChange={(value) => {
        // Apply a year only when it has four digits.
        if (isYear && value !== '' && !/^\d{4}$/.test(value)) return;
        // Only a new filter adds a history entry, not every letter.
        set(filter, value, address[filter] !== undefined);
      }}
    />
  );
}

function SortField({ address, onChange }: LibraryFiltersProps) {
  const t = useMessages(libraryMessages);
  const { sort = 'added', order = usualOrder(sort), ...filters } = address;
  const names: readonly (readonly [LibrarySort, string])[] = [
    ['added', t.added],
    ['title', t.byTitle],
    ['author', t.author],
    ['year', t.year],
    ['journal', t.journal],
    ['citations', t.citations],
    ['reading_state', t.reading_state],
    ['star', t.starred],
  ];
  const arrows = { asc: t.rising, desc: t.falling };
  return (
    <SelectField
      label={t.sort}
      value={`${sort} ${order}`}
      options={names.flatMap(([by, name]) =>
        (['asc', 'desc'] as const).map((one) => [`${by} ${one}`, `${name}, ${arrows[one]}`] as const),
      )}
      onChange={(value) => {
        const [by, one] = value.split(' ') as [LibrarySort, 'asc' | 'desc'];
        const isUsual = one === usualOrder(by);
        onChange({ ...filters, ...(by === 'added' ? {} : { sort: by }), ...(isUsual ? {} : { order: one }) });
      }}
    />
  );
}
