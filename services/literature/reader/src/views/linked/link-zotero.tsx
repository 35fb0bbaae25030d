import type { ZoteroLibrary } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useState } from 'react';
import { api } from '../../api.ts';
import { linkedMessages } from './messages.ts';

/** Asks for a Zotero key, then for the libraries to link. */
export function LinkZotero() {
  const t = useMessages(linkedMessages);
  const change = useChange();
  const [key, setKey] = useState('');
  const [found, setFound] = useState<readonly ZoteroLibrary[]>();
  const find = () => {
    change.mutate(async () => {
      setFound(await api.post('/api/zotero-libraries', { body: { key: key.trim() } }));
      return undefined;
    });
  };
  const type = (next: string) => {
    setKey(next);
    setFound(undefined);
  };
  const end = () => type('');
  return (
    <Panel title={t.linkZotero}>
      <Form onSubmit={find}>
        <TextField label={t.key} type="password" autoComplete="off" maxLength={64} value={key} onChange={type} />
        <p className="muted small">{t.keyHelp}</p>
        <div>
          <Button type="submit" needs="member" isBlocked={key.trim() === '' || change.isPending}>
            {t.findLibraries}
          </Button>
        </div>
      </Form>
      {found === undefined ? null : <ChooseLibrary found={found} apiKey={key.trim()} onEnd={end} />}
    </Panel>
  );
}

interface ChooseProps {
  readonly found: readonly ZoteroLibrary[];
  readonly apiKey: string;
  readonly onEnd: () => void;
}

function ChooseLibrary({ found, apiKey, onEnd }: ChooseProps) {
  const t = useMessages(linkedMessages);
  const change = useChange();
  const [library, setLibrary] = useState(found[0]?.library ?? '');
  if (found.length === 0) return <p>{t.noLibraries}</p>;
  const link = () => {
    change.mutate(async () => {
      const { name } = await api.post('/api/linked-libraries', { body: { kind: 'zotero', library, key: apiKey } });
      onEnd();
      return t.linked(name);
    });
  };
  return (
    <Form className="row" onSubmit={link}>
      <SelectField
        label={t.library}
        value={library}
        options={found.map((one) => [one.library, one.name])}
        onChange={setLibrary}
      />
      <Button type="submit" kind="primary" isBlocked={change.isPending}>
        {t.link}
      </Button>
    </Form>
  );
}
