import { PasskeySignIn } from '@almagest/ui/accounts/passkey-sign-in';
import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { messageOf } from '@almagest/ui/api-error';
import { useMessages } from '@almagest/ui/messages';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.ts';
import { sessionQuery } from '../../queries/session.ts';
import { queryClient } from '../../query-client.ts';
import { usePageTitle } from '@almagest/ui/page-title';
import { loginMessages } from './messages.ts';
import './login-view.css';

const route = getRouteApi('/login');

export function LoginView() {
  const t = useMessages(loginMessages);
  usePageTitle(t.title);
  const { next = '/', ended } = route.useSearch();
  const [username, setUsername] = useState('admin');
  const [password, setPassword] = useState('');
  const { history } = useRouter();
  const enter = () => {
    // Removes data of the previous session, and answers to requests without one.
    queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
    history.replace(next);
  };
  const signIn = useMutation({
    mutationFn: async () => await api.post('/login', { body: { username, password } }),
    onSuccess: enter,
  });
  return (
    <form
      className="login stack"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <h1>{t.title}</h1>
      <p className="muted">{ended === undefined ? t.about : t.ended}</p>
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
      <PasskeySignIn onSignedIn={enter} />
      <p className="muted small">{t.hint}</p>
    </form>
  );
}
