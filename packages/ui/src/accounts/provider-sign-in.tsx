import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AccountApi } from '../account-api.ts';
import { messageOf } from '../api-error.ts';
import { Button } from '../components/button.tsx';
import { useMessages } from '../messages.ts';
import { failureIn, oidcMessages } from './oidc-messages.ts';

export interface ProviderSignInProps {
  readonly api: AccountApi;
  /** The provider's name. */
  readonly provider: string;
  /** The part of the address after `#` that is opened after the sign-in. */
  readonly next: string;
  /** The token of an invitation or reset link. */
  readonly link?: string;
  /** Called before the browser leaves. */
  readonly onStart?: () => void;
}

/** Sends the browser to the provider, and says why it came back without a session. */
export function ProviderSignIn({ api, provider, next, link, onStart }: ProviderSignInProps) {
  const t = useMessages(oidcMessages);
  const start = useMutation({
    mutationFn: async () => {
      const body = { next: `/#${next}`, ...(link === undefined ? {} : { link }) };
      const { url } = await api.post('/api/oidc/start', { body });
      onStart?.();
      location.assign(url);
    },
  });
  const [failure] = useState(() => failureIn(location.search));
  useEffect(() => {
    // Another visit of the address must not show the failure again.
    if (failure !== undefined) history.replaceState(history.state, '', location.pathname + location.hash);
  }, [failure]);
  const fault = start.error === null ? failure && t[failure] : messageOf(start.error);
  return (
    <>
      {fault === undefined ? null : (
        <p className="bad" role="alert">
          {fault}
        </p>
      )}
      <Button kind="primary" isBlocked={start.isPending} onClick={() => start.mutate()}>
        {t.signInWith(provider)}
      </Button>
    </>
  );
}
