import { SelectField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { TypedField } from '@almagest/ui/components/typed-field';
import { useMessages } from '@almagest/ui/messages';
import { useSyncExternalStore } from 'react';
import { AXIS_NAMES } from '../../axis-names.ts';
import { vocabulary } from '../../vocabulary.tsx';
import { FILTERS, RANGES, type Filter, type PointsSearch } from './filters.ts';
import { pointsMessages } from './messages.ts';
import './point-filters.css';

const STATUSES = ['pending', 'queued', 'running', 'converged', 'failed'] as const;
const METHODS = ['cold_run', 'seed_step', 'continue'] as const;

/** Less common filters. */
const MORE = ['method', 'unfit', 'from_rejected', ...RANGES, 'group', 'retired'] as const;

const yesOrNo = (yes: string, no: string) => [['true', yes] as const, ['false', no] as const];

export interface PointFiltersProps {
  readonly search: PointsSearch;
  readonly onChange: (search: PointsSearch, replace: boolean) => void;
}

/** Shows the filters. Their values are part of the address. */
function Fields({ search, onChange }: PointFiltersProps) {
  const t = useMessages(pointsMessages);
  const words = useMessages(vocabulary);
  const set = (filter: Filter, value: string, replace = false) => {
    const { from: _, [filter]: __, ...others } = search;
    onChange(value === '' ? others : { ...others, [filter]: value }, replace);
  };
  const text = (filter: Filter, label: string, placeholder = '') => (
    <TypedField
      key={filter}
      label={label}
      placeholder={placeholder}
      value={search[filter] ?? ''}
      onChange={(value) => set(filter, value, search[filter] !== undefined)}
    />
  );
  const choice = (filter: Filter, label: string, options: readonly (readonly [string, string])[]) => (
    <SelectField
      key={filter}
      label={label}
      value={search[filter] ?? ''}
      options={[['', t.any], ...options]}
      onChange={(value) => set(filter, value)}
    />
  );
  const setMore = MORE.filter((filter) => search[filter] !== undefined).length;
  return (
    <>
      <div className="fields">
        {choice(
          'status',
          t.status,
          STATUSES.map((status) => [status, words[status]] as const),
        )}
        {text('q', t.name)}
        {text('wave', t.wave)}
        {text('node_id', t.node)}
      </div>
      <details open={setMore > 0}>
        <summary>{setMore === 0 ? t.more : t.moreSet(setMore)}</summary>
        <div className="fields">
          {RANGES.map((axis) => text(axis, axis === 'attempts' ? t.attempts : AXIS_NAMES[axis], t.range))}
          {choice(
            'method',
            t.method,
            METHODS.map((method) => [method, words[method]] as const),
          )}
          {choice('unfit', t.model, yesOrNo(t.unfitOnly, t.notUnfit))}
          {choice('from_rejected', t.fromRejected, yesOrNo(t.fromRejectedOnly, t.notFromRejected))}
          {text('group', t.group)}
          {choice('retired', t.retired, [['true', t.onlyRetired]])}
        </div>
      </details>
    </>
  );
}

/** Shows the filters of the list. Phones fold them, so that the first points are visible without scrolling. */
export function PointFilters(props: PointFiltersProps) {
  const t = useMessages(pointsMessages);
  const isNarrow = useIsNarrow();
  const isSet = FILTERS.some((filter) => props.search[filter] !== undefined);
  const fields = <Fields {...props} />;
  return (
    <Form className="point-filters" role="search" aria-label={t.filters}>
      {isNarrow ? (
        <details>
          <summary>{isSet ? t.filtersSet : t.filters}</summary>
          {fields}
        </details>
      ) : (
        fields
      )}
    </Form>
  );
}

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      NARROW.addEventListener('change', onChange);
      return () => NARROW.removeEventListener('change', onChange);
    },
    () => NARROW.matches,
  );
}

const NARROW = matchMedia('(max-width: 40rem)');
