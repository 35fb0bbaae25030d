import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountApi } from '../account-api.ts';
import { messageOf } from '../api-error.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Loaded } from '../components/page-states.tsx';
import { useMessages } from '../messages.ts';
import { usePageTitle } from '../page-title.ts';
import { signInQuery } from '../sign-in-query.ts';
import { accountMessages } from './messages.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import './accounts.css';

export interface LinkFormProps {
  readonly api: AccountApi;
  readonly token: string;
  /** The page to show after a sign-in at the provider. */
  readonly home: string;
  /** Called when the password is set. The form waits and shows why it fails. */
  readonly onDone: (userName: string, password: string) => Promise<void> | void;
}

/** Lets the person of an invitation or reset link choose how to sign in: at the provider, or with a password. */
export function LinkForm({ api, token, home, onDone }: LinkFormProps) {
  const t = useMessages(accountMessages);
  usePageTitle(t.setPassword);
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: async () => await api.post('/api/links/read', { body: { token } }),
    retry: false,
  });
  const options = useQuery(signInQuery(api));
  const { provider = null, has_passwords = true } = options.data ?? {};
  return (
    <Loaded query={link} loading={t.loading}>
      {({ user_name, display_name }) => (
        <div className="stack account-form">
          <h1>{t.welcome(display_name)}</h1>
          {provider === null ? null : <ProviderSignIn api={api} provider={provider} next={home} link={token} />}
          {has_passwords ? <NewPasswordForm api={api} token={token} userName={user_name} onDone={onDone} /> : null}
        </div>
      )}
    </Loaded>
  );
}

type NewPasswordProps = Pick<LinkFormProps, 'api' | 'token' | 'onDone'> & { readonly userName: string };

function NewPasswordForm({ api, token, userName, onDone }: NewPasswordProps) {
  const t = useMessages(accountMessages);
  const [password, setPassword] = useState('');
  const save = useMutation({
    mutationFn: async () => {
      const { user_name } = await api.post('/api/links/use', { body: { token, password } });
      await onDone(user_name, password);
    },
  });
  return (
    <Form onSubmit={() => save.mutate()}>
      <p className="muted">{t.welcomeWhy(userName)}</p>
      <input type="hidden" name="username" autoComplete="username" value={userName} />
      <TextField
        label={t.newPassword}
        type="password"
        autoComplete="new-password"
        required
        autoFocus
        minLength={12}
        value={password}
        onChange={setPassword}
      />
      {save.error === null ? null : (
        <p className="bad" role="alert">
          {messageOf(save.error)}
        </p>
      )}
      <Button type="submit" kind="primary" isBlocked={save.isPending}>
        {t.setPassword}
      </Button>
    </Form>
  );
}
