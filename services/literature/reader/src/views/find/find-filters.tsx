import type { SearchCounts } from '@almagest/contracts/literature';
import { SelectField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { FoldedOnPhone } from '../../folded-on-phone.tsx';
import { collectionsQuery } from '../../queries/library.ts';
import { pathOf } from '../library/collection-tree.ts';
import { FILTERS, SORTS, type FindAddress, type FindFilter } from './address.ts';
import { filterMessages } from './messages.ts';

export interface FindFiltersProps {
  readonly address: FindAddress;
  /** How many of the found papers have each value. */
  readonly counts: SearchCounts;
  readonly onChange: (address: FindAddress) => void;
}

/** Shows the sort order and the filters, with the number of papers for each value. */
export function FindFilters({ address, counts, onChange }: FindFiltersProps) {
  const t = useMessages(filterMessages);
  const { data: collections = [] } = useQuery(collectionsQuery);
  const change = (name: FindFilter | 'sort', value: string) => {
    const { [name]: _, ...others } = address;
    onChange({ ...others, ...(value === '' ? {} : { [name]: value }) });
  };
  const nameOf = (filter: FindFilter, value: string) => {
    if (filter === 'has_full_text') return value === 'true' ? t.yes : t.no;
    const collection = filter === 'collection' ? collections.find(({ id }) => String(id) === value) : undefined;
    return collection === undefined ? value : pathOf(collections, collection);
  };
  return (
    <FoldedOnPhone
      label={t.filters}
      isOpen={address.sort !== undefined || FILTERS.some((filter) => address[filter] !== undefined)}
    >
      <Form className="filter-form" aria-label={t.filters}>
        <SelectField
          label={t.sort}
          value={address.sort ?? ''}
          options={[['', t.relevance], ...SORTS.map((sort) => [sort, t[sort]] as const)]}
          onChange={(sort) => change('sort', sort)}
        />
        {FILTERS.map((filter) => (
          <SelectField
            key={filter}
            label={t[filter]}
            value={address[filter] ?? ''}
            options={[
              ['', t.any],
              ...withChosen(counts[filter], address[filter]).map(
                ({ value, count }) => [value, `${nameOf(filter, value)} (${count})`] as const,
              ),
            ]}
            onChange={(value) => change(filter, value)}
          />
        ))}
      </Form>
    </FoldedOnPhone>
  );
}

/** Adds the chosen value to the list if no paper has it. */
function withChosen(counts: SearchCounts[FindFilter], chosen: string | undefined): SearchCounts[FindFilter] {
  const isListed = chosen === undefined || counts.some(({ value }) => value === chosen);
  return isListed ? counts : [{ value: chosen, count: 0 }, ...counts];
}
