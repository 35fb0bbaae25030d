import type { Alert, AlertSchedule } from '@almagest/contracts/literature';
import { SelectField } from '@almagest/ui/components/field';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useAction } from '../../use-action.ts';
import { mailMessages } from './mail-messages.ts';
import { alertMailQuery } from './queries.ts';

/** Chooses how often new papers of one alert are mailed. Hidden without an address. */
export function AlertMailSelect({ alert: { id, name, mail } }: { readonly alert: Alert }) {
  const t = useMessages(mailMessages);
  const action = useAction();
  const { data } = useQuery(alertMailQuery);
  if ((data?.address ?? null) === null) return null;
  const set = async (to: AlertSchedule | null) =>
    await api.patch('/api/alerts/{id}', { params: { id: String(id) }, body: { mail: to } });
  return (
    <SelectField
      label={<span className="unseen">{t.ofAlert(name)}</span>}
      value={mail ?? 'default'}
      options={[
        ['default', t.byDefault],
        ['daily', t.mailDaily],
        ['weekly', t.mailWeekly],
        ['off', t.noMail],
      ]}
      onChange={(next) =>
        action.mutate(async () => {
          await set(next === 'default' ? null : next);
          return {};
        })
      }
    />
  );
}
