import { useCaller } from '@almagest/ui/caller';
import { buttonClass } from '@almagest/ui/components/button';
import { Connection } from '@almagest/ui/components/connection';
import { SettingsButton } from '@almagest/ui/components/settings-button';
import { Shortcuts } from '@almagest/ui/components/shortcut-list';
import { useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleUser, LayoutDashboard, Plus, Server, Sprout } from 'lucide-react';
import { liveEvents } from '../live.ts';
import { shellMessages } from './messages.ts';
import { tellFault } from '@almagest/ui/notices';
import { accountApi, api } from '../api.ts';
import { queryClient } from '../query-client.ts';
import { signInQuery } from '@almagest/ui/sign-in-query';

const ICON = 16;

export function TopBar({ isSignIn }: { readonly isSignIn: boolean }) {
  const signOut = useSignOut();
  return (
    <header className="top-bar">
      <Link to="/" className="brand">
        Almagest
      </Link>
      {isSignIn ? null : <Navigation />}
      <div className="end">
        {isSignIn ? null : <Connection feed={liveEvents} />}
        {isSignIn ? null : <Shortcuts />}
        {isSignIn ? null : <SignedIn />}
        <SettingsButton onSignOut={isSignIn ? undefined : () => void signOut()} />
      </div>
    </header>
  );
}

/** Shows who is signed in, and leads to the account. */
function SignedIn() {
  const t = useMessages(shellMessages);
  const caller = useCaller();
  if (caller === undefined) return null;
  return (
    <Link to="/account" className={`${buttonClass('quiet')} signed-in`} aria-label={t.account(caller.user_name)}>
      <CircleUser size={ICON} aria-hidden />
      <span>{caller.user_name}</span>
    </Link>
  );
}

function Navigation() {
  const t = useMessages(shellMessages);
  const navigate = useNavigate();
  useShortcut('g o', t.overview, () => void navigate({ to: '/' }));
  useShortcut('g n', t.nodes, () => void navigate({ to: '/nodes' }));
  useShortcut('g s', t.seeds, () => void navigate({ to: '/seeds' }));
  useShortcut('g w', t.newWorkflow, () => void navigate({ to: '/new' }));
  return (
    <nav aria-label={t.navigation}>
      <Link to="/" activeOptions={{ exact: true }}>
        <LayoutDashboard size={ICON} aria-hidden />
        {t.overview}
      </Link>
      <Link to="/nodes">
        <Server size={ICON} aria-hidden />
        {t.nodes}
      </Link>
      <Link to="/seeds">
        <Sprout size={ICON} aria-hidden />
        {t.seeds}
      </Link>
      <Link to="/new">
        <Plus size={ICON} aria-hidden />
        {t.newWorkflow}
      </Link>
    </nav>
  );
}

/** Ends the session, also at the provider that opened it, and clears its cached data. */
function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const provider = useCaller()?.provider ?? null;
  return async () => {
    try {
      if (provider === null) await api.post('/logout');
      else {
        const { url } = await api.post('/api/oidc/end');
        if (url !== null) {
          location.assign(url);
          return;
        }
      }
    } catch (error) {
      tellFault(error);
      return;
    }
    await navigate({ to: '/login' });
    // Keeps this query, because the sign-in page waits for its result.
    const [kept] = signInQuery(accountApi).queryKey;
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept });
  };
}
