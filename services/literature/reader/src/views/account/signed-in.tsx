import { SettingsButton } from '@almagest/ui/components/settings-button';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { accountMessages } from './messages.ts';
import { meQuery } from './queries.ts';
import { signOut } from './sign-in.ts';

/** Shows who is signed in, and the settings. The built-in account has no name and no session. */
export function SignedIn() {
  const t = useMessages(accountMessages);
  const { data: me } = useQuery(meQuery);
  const isPerson = me !== undefined && me.id !== null;
  return (
    <>
      {isPerson ? <span title={t.signedInAs(me.user_name)}>{me.display_name}</span> : null}
      <SettingsButton onSignOut={isPerson ? () => void signOut() : undefined} />
    </>
  );
}
