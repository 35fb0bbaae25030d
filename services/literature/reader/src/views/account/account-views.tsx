import { Audit } from '@almagest/ui/accounts/audit';
import { MyAccount } from '@almagest/ui/accounts/my-account';
import { People } from '@almagest/ui/accounts/people';
import { useCaller } from '@almagest/ui/caller';
import { Button } from '@almagest/ui/components/button';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { tellFault } from '@almagest/ui/notices';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountApi } from '../../api.ts';
import { saveAddress } from '../../save-file.ts';
import { LinkedLibraries } from '../linked/linked-libraries.tsx';
import { linkedMessages } from '../linked/messages.ts';
import { Groups } from './groups.tsx';
import { accountMessages } from './messages.ts';
import { meQuery } from './queries.ts';

const ROLES = ['reader', 'member', 'administrator'] as const;

export function AccountView() {
  return (
    <Pages>
      <MyAccount api={accountApi} />
      <OwnData />
    </Pages>
  );
}

/** Offers a file with the person's notes, collections and other data. Hidden for the built-in account. */
function OwnData() {
  const t = useMessages(accountMessages);
  const { data: me } = useQuery(meQuery);
  if (me === undefined || me.id === null) return null;
  return (
    <Panel title={t.ownData}>
      <p className="muted">{t.ownDataWhy}</p>
      <Button onClick={() => void saveAddress('/api/account/export', 'my-data.json').catch(tellFault)}>
        {t.exportOwnData}
      </Button>
    </Panel>
  );
}

export function GroupsView() {
  return (
    <Pages>
      <Groups />
    </Pages>
  );
}

export function LinkedView() {
  return (
    <Pages>
      <LinkedLibraries />
    </Pages>
  );
}

export function PeopleView() {
  return (
    <Pages>
      <People api={accountApi} roles={ROLES} />
    </Pages>
  );
}

export function AuditView() {
  return (
    <Pages>
      <Audit api={accountApi} onExport={async (address) => await saveAddress(address, 'audit.jsonl')} />
    </Pages>
  );
}

/** Lists the pages about accounts. Only administrators see the last two links. */
function Pages({ children }: { readonly children: ReactNode }) {
  const t = useMessages(accountMessages);
  const linked = useMessages(linkedMessages);
  const role = useCaller()?.role;
  const isAdministrator = role === 'administrator';
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <nav className="row" aria-label={t.title}>
        <Link to="/account">{t.account}</Link>
        <Link to="/groups">{t.groups}</Link>
        {role === 'reader' ? null : <Link to="/linked-libraries">{linked.title}</Link>}
        {isAdministrator ? (
          <>
            <Link to="/people">{t.people}</Link>
            <Link to="/audit">{t.audit}</Link>
          </>
        ) : null}
      </nav>
      {children}
    </div>
  );
}
