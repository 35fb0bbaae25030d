import { Button } from '@almagest/ui/components/button';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { useRef } from 'react';
import { useTypedWords } from '../../use-typed-words.ts';
import { KINDS, type FindAddress } from './address.ts';
import { findMessages } from './messages.ts';
import '../../filter-form.css';

export interface FindFormProps {
  readonly address: FindAddress;
  readonly onChange: (address: FindAddress) => void;
}

/** Renders the search form. Submitting it updates the address. */
export function FindForm({ address, onChange }: FindFormProps) {
  const t = useMessages(findMessages);
  const [q, setQ] = useTypedWords(address.q ?? '');
  const form = useRef<HTMLFormElement>(null);
  useShortcut('/', t.title, () => form.current?.querySelector('input')?.focus());
  const changeKind = (value: string) => {
    const { kind: _, ...others } = address;
    const kind = KINDS.find((one) => one === value);
    onChange({ ...others, ...(kind === undefined ? {} : { kind }) });
  };
  return (
    <Form ref={form} role="search" className="filter-form" onSubmit={() => onChange({ ...address, q: q.trim() })}>
      <div className="grow">
        <TextField
          label={t.words}
          type="search"
          required
          maxLength={500}
          autoFocus={address.q === undefined}
          value={q}
          onChange={setQ}
        />
      </div>
      <SelectField
        label={t.in}
        value={address.kind ?? ''}
        options={[['', t.everything], ...KINDS.map((kind) => [kind, t[kind]] as const)]}
        onChange={changeKind}
      />
      <Button type="submit" kind="primary">
        {t.find}
      </Button>
    </Form>
  );
}
