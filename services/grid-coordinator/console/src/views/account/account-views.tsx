import { Audit } from '@almagest/ui/accounts/audit';
import { LinkForm } from '@almagest/ui/accounts/link-form';
import { MyAccount } from '@almagest/ui/accounts/my-account';
import { People } from '@almagest/ui/accounts/people';
import { useCaller } from '@almagest/ui/caller';
import { useMessages } from '@almagest/ui/messages';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountApi } from '../../api.ts';
import { accountPageMessages } from './messages.ts';

const ROLES = ['viewer', 'operator', 'administrator'] as const;
const linkRoute = getRouteApi('/link');

export function AccountView() {
  return (
    <Pages>
      <MyAccount api={accountApi} />
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
      <Audit api={accountApi} />
    </Pages>
  );
}

export function LinkView() {
  const { token = '' } = linkRoute.useSearch();
  const navigate = useNavigate();
  const enter = () => void navigate({ to: '/login', replace: true });
  return <LinkForm api={accountApi} token={token} home="/" onDone={enter} />;
}

/** Shows the pages about accounts. Only administrators see the links to the last two pages. */
function Pages({ children }: { readonly children: ReactNode }) {
  const t = useMessages(accountPageMessages);
  const isAdministrator = useCaller()?.role === 'administrator';
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      {isAdministrator ? (
        <nav className="row" aria-label={t.title}>
          <Link to="/account">{t.account}</Link>
          <Link to="/people">{t.people}</Link>
          <Link to="/audit">{t.audit}</Link>
        </nav>
      ) : null}
      {children}
    </div>
  );
}
