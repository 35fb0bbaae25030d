import { PasskeySignIn } from '@almagest/ui/accounts/passkey-sign-in';
import { ProviderSignIn } from '@almagest/ui/accounts/provider-sign-in';
import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { messageOf } from '@almagest/ui/api-error';
import { useMessages } from '@almagest/ui/messages';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { accountApi, api } from '../../api.ts';
import { sessionQuery } from '../../queries/session.ts';
import { signInQuery } from '@almagest/ui/sign-in-query';
import { queryClient } from '../../query-client.ts';
import { usePageTitle } from '@almagest/ui/page-title';
import { loginMessages } from './messages.ts';
import './login-view.css';

const route = getRouteApi('/login');

export function LoginView() {
  const t = useMessages(loginMessages);
  usePageTitle(t.title);
  const { next = '/', ended } = route.useSearch();
  const { history } = useRouter();
  const [asksBuiltIn, setAsksBuiltIn] = useState(false);
  const options = useQuery(signInQuery(accountApi));
  const { provider = null, has_passwords = true } = options.data ?? {};
  const enter = () => {
    // Removes data of the previous session, and answers to requests without one.
    queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
    history.replace(next);
  };
  if (options.isPending) return null;
  return (
    <div className="login stack">
      <h1>{t.title}</h1>
      <p className="muted">{ended === undefined ? t.about : t.ended}</p>
      {provider === null ? null : <ProviderSignIn api={accountApi} provider={provider} next={next} />}
      {has_passwords || asksBuiltIn ? (
        <PasswordForm onSignedIn={enter} />
      ) : (
        <Button kind="quiet" onClick={() => setAsksBuiltIn(true)}>
          {t.useToken}
        </Button>
      )}
      {has_passwords ? <PasskeySignIn onSignedIn={enter} /> : null}
      {has_passwords || asksBuiltIn ? <p className="muted small">{t.hint}</p> : null}
    </div>
  );
}

function PasswordForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const t = useMessages(loginMessages);
  const [username, setUsername] = useState('admin');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: async () => await api.post('/login', { body: { username, password } }),
    onSuccess: onSignedIn,
  });
  return (
    <Form onSubmit={() => signIn.mutate()}>
      <TextField
        label={t.username}
        name="username"
        autoComplete="username"
        required
        value={username}
        onChange={setUsername}
      />
      <TextField
        label={t.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        value={password}
        onChange={setPassword}
      />
      {signIn.error === null ? null : (
        <p className="bad" role="alert">
          {messageOf(signIn.error)}
        </p>
      )}
      <Button type="submit" kind="primary" isBlocked={signIn.isPending}>
        {t.title}
      </Button>
    </Form>
  );
}
