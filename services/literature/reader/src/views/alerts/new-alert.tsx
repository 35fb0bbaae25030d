import type { AlertSchedule, SourceChoice } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useAction } from '../../use-action.ts';
import { useDraft } from '../add/use-draft.ts';
import { alertMessages } from './messages.ts';
import '../../filter-form.css';

export function NewAlert() {
  const t = useMessages(alertMessages);
  const action = useAction();
  const [q, setQ] = useDraft('alert.query');
  const [name, setName] = useDraft('alert.name');
  const [source, setSource] = useState<SourceChoice>('all');
  const [schedule, setSchedule] = useState<AlertSchedule>('daily');
  const create = async () => {
    const named = name.trim() === '' ? {} : { name: name.trim() };
    const made = await api.post('/api/alerts', { body: { q: q.trim(), source, schedule, ...named } });
    setQ('');
    setName('');
    return { told: t.created(made.name) };
  };
  return (
    <Panel title={t.new}>
      <Form className="filter-form" onSubmit={() => action.mutate(create)}>
        <div className="grow">
          <TextField label={t.query} required maxLength={1_000} value={q} onChange={setQ} />
        </div>
        <TextField label={t.name} maxLength={200} value={name} onChange={setName} />
        <SelectField
          label={t.source}
          value={source}
          options={(['all', 'catalog', 'preprint'] as const).map((one) => [one, t[one]] as const)}
          onChange={setSource}
        />
        <SelectField
          label={t.schedule}
          value={schedule}
          options={(['daily', 'weekly', 'off'] as const).map((one) => [one, t[one]] as const)}
          onChange={setSchedule}
        />
        <Button needs="member" type="submit" kind="primary" isBlocked={q.trim() === '' || action.isPending}>
          {t.create}
        </Button>
      </Form>
    </Panel>
  );
}
