import type { AlertMail } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Panel } from '@almagest/ui/components/panel';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useAction } from '../../use-action.ts';
import { alertMailQuery } from './queries.ts';
import { mailMessages } from './mail-messages.ts';
import '../../filter-form.css';

/** Sets where and how often new papers are mailed. Hidden if the service cannot send mail. */
export function MailPanel() {
  const t = useMessages(mailMessages);
  const { data: mail } = useQuery(alertMailQuery);
  if (mail?.is_available !== true) return null;
  return (
    <Panel title={t.title}>
      <MailState mail={mail} />
      <MailForm key={mail.address} mail={mail} />
    </Panel>
  );
}

function MailState({
  mail: { address, is_confirmed: isConfirmed, sent_at: sent, error, next_attempt_at: next },
}: MailProps) {
  const t = useMessages(mailMessages);
  return (
    <>
      <p className="muted" role="status">
        {address === null ? (
          t.none
        ) : !isConfirmed ? (
          t.unconfirmed(address)
        ) : sent === null ? (
          t.notSent(address)
        ) : (
          <>
            {t.sent(address)} <Age time={sent} />
          </>
        )}
      </p>
      {error === null ? null : (
        <p className="bad">
          {t.failed(error)}{' '}
          {next === null ? (
            t.givenUp
          ) : (
            <>
              {t.next} <Age time={next} />
            </>
          )}
        </p>
      )}
    </>
  );
}

interface MailProps {
  readonly mail: AlertMail;
}

function MailForm({ mail }: MailProps) {
  const t = useMessages(mailMessages);
  const action = useAction();
  const [address, setAddress] = useState(mail.address ?? '');
  const [schedule, setSchedule] = useState(mail.schedule);
  const save = async () => {
    const saved = await api.put('/api/alert-mail', { body: { address: address.trim(), schedule } });
    return { told: saved.is_confirmed ? t.saved : t.confirm };
  };
  const stop = async () => {
    await api.delete('/api/alert-mail');
    return { told: t.stopped };
  };
  return (
    <Form className="filter-form" onSubmit={() => action.mutate(save)}>
      <div className="grow">
        <TextField label={t.address} type="email" required maxLength={254} value={address} onChange={setAddress} />
      </div>
      <SelectField
        label={t.schedule}
        value={schedule}
        options={(['daily', 'weekly'] as const).map((one) => [one, t[one]] as const)}
        onChange={setSchedule}
      />
      <Button type="submit" isBlocked={address.trim() === '' || action.isPending}>
        {t.save}
      </Button>
      {mail.address === null ? null : (
        <Button isBlocked={action.isPending} onClick={() => action.mutate(stop)}>
          {t.stop}
        </Button>
      )}
    </Form>
  );
}
