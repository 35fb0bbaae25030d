import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../api-error.ts';
import { Button } from '../components/button.tsx';
import { useMessages } from '../messages.ts';
import { hasPasskeys, signInWithPasskey } from '../passkeys.ts';
import { explained, passkeyMessages } from './passkey-messages.ts';

/** Signs in without a user name. Shows nothing where passkeys don't work. */
export function PasskeySignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const t = useMessages(passkeyMessages);
  const { mutate, isPending, error } = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  if (!hasPasskeys()) return null;
  return (
    <>
      <Button isBlocked={isPending} onClick={() => mutate()}>
        {t.signIn}
      </Button>
      {error === null ? null : (
        <p className="bad" role="alert">
          {messageOf(explained(error, t))}
        </p>
      )}
    </>
  );
}
