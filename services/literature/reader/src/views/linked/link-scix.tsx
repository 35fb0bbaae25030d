import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useState } from 'react';
import { api } from '../../api.ts';
import { linkedMessages } from './messages.ts';

/** Links a library at SciX by its id, or by its address on the site. */
export function LinkScix() {
  const t = useMessages(linkedMessages);
  const change = useChange();
  const [text, setText] = useState('');
  const link = () => {
    change.mutate(async () => {
      const { name } = await api.post('/api/linked-libraries', { body: { kind: 'scix', library: idIn(text) } });
      setText('');
      return t.linked(name);
    });
  };
  return (
    <Panel title={t.linkScix}>
      <Form onSubmit={link}>
        <TextField label={t.scixId} autoComplete="off" maxLength={300} value={text} onChange={setText} />
        <p className="muted small">{t.scixHelp}</p>
        <div>
          <Button type="submit" needs="member" isBlocked={text.trim() === '' || change.isPending}>
            {t.linkThisScix}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

/** Addresses are `…/user/libraries/{id}` and `…/public-libraries/{id}`. */
function idIn(text: string): string {
  return /libraries\/([\w-]+)/.exec(text)?.[1] ?? text.trim();
}
