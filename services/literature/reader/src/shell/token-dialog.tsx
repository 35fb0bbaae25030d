import { ProviderSignIn } from '@almagest/ui/accounts/provider-sign-in';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Banner } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { accountApi } from '../api.ts';
import { SIGNED_IN, token, tokenRequest, type TokenRequest } from '../token.ts';
import { accountMessages } from '../views/account/messages.ts';
import { signInQuery } from '@almagest/ui/sign-in-query';
import { SignInForm } from '../views/account/sign-in-form.tsx';
import { shellMessages } from './messages.ts';

/**
 * Asks for the token when the service rejects a request. If the user closes the dialog, a bar offers to open it again.
 * Render it once per page.
 */
export function TokenRegion() {
  const t = useMessages(shellMessages);
  const request = useSyncExternalStore(tokenRequest.subscribe, tokenRequest.read);
  if (request === undefined) return null;
  if (request.state === 'asked') return <TokenDialog {...request} />;
  return (
    <Banner>
      {t.guarded}. <Button onClick={request.askAgain}>{t.enterToken}</Button>
    </Banner>
  );
}

function TokenDialog({ why, answer }: Extract<TokenRequest, { state: 'asked' }>) {
  const t = useMessages(shellMessages);
  const a = useMessages(accountMessages);
  const { data: options } = useQuery(signInQuery(accountApi));
  const [usesToken, setUsesToken] = useState(false);
  const { has_accounts = false, has_passwords = false, provider = null } = options ?? {};
  const canSignIn = has_accounts || provider !== null;
  if (canSignIn && !usesToken)
    return (
      <Dialog title={a.signIn} onClose={() => answer(null)}>
        {provider === null ? null : (
          <ProviderSignIn
            api={accountApi}
            provider={provider}
            next={location.hash.slice(1) || '/'}
            onStart={token.forget}
          />
        )}
        {has_accounts && has_passwords ? <SignInForm onSignedIn={() => answer(SIGNED_IN)} /> : null}
        <Button kind="quiet" onClick={() => setUsesToken(true)}>
          {a.useToken}
        </Button>
      </Dialog>
    );
  return (
    <Dialog title={t.guarded} onClose={() => answer(null)}>
      <TokenForm why={why} onGiven={answer} />
      {canSignIn ? (
        <Button kind="quiet" onClick={() => setUsesToken(false)}>
          {has_passwords ? a.usePassword : a.signIn}
        </Button>
      ) : null}
    </Dialog>
  );
}

function TokenForm({ why, onGiven }: { readonly why: string; readonly onGiven: (token: string) => void }) {
  const t = useMessages(shellMessages);
  const [text, setText] = useState('');
  return (
    <Form onSubmit={() => onGiven(text)}>
      <p className="muted">{why}</p>
      <TextField
        label={t.token}
        type="password"
        name="token"
        autoComplete="current-password"
        required
        autoFocus
        value={text}
        onChange={setText}
      />
      <div className="dialog-buttons">
        <Button type="submit" kind="primary">
          {t.open}
        </Button>
      </div>
    </Form>
  );
}
