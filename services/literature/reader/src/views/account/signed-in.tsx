import { buttonClass } from '@almagest/ui/components/button';
import { SettingsButton } from '@almagest/ui/components/settings-button';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleUser } from 'lucide-react';
import { accountMessages } from './messages.ts';
import { meQuery } from './queries.ts';
import { signOut } from './sign-in.ts';

/** Shows who is signed in, and the settings. The built-in account has no name and no session. */
export function SignedIn() {
  const t = useMessages(accountMessages);
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const isPerson = me !== undefined && me.id !== null;
  return (
    <>
      {isPerson ? (
        <Link to="/account" className={`${buttonClass('quiet')} signed-in`} aria-label={t.signedInAs(me.display_name)}>
          <CircleUser size={16} aria-hidden />
          <span>{me.display_name}</span>
        </Link>
      ) : null}
      <SettingsButton
        onAccounts={() => void navigate({ to: '/account' })}
        onSignOut={isPerson ? () => void signOut(me.provider) : undefined}
      />
    </>
  );
}
