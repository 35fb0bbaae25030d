import type { LinkInfo } from '@almagest/contracts';
import { messageOf } from '@almagest/ui/api-error';
import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Failed, Loading } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.ts';
import { accountMessages } from './messages.ts';
import { linkQuery } from './queries.ts';
import { signIn } from './sign-in.ts';

const route = getRouteApi('/link');

/** Sets the password of an invited person, and signs the person in. */
export function LinkView() {
  const t = useMessages(accountMessages);
  usePageTitle(t.setPassword);
  const { token = '' } = route.useSearch();
  const { data, error, refetch } = useQuery(linkQuery(token));
  if (data === undefined)
    return error === null ? <Loading>{t.loading}</Loading> : <Failed error={error} onRetry={() => void refetch()} />;
  return <PasswordForm token={token} link={data} />;
}

function PasswordForm({ token, link }: { readonly token: string; readonly link: LinkInfo }) {
  const t = useMessages(accountMessages);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { user_name } = await api.post('/api/links/use', { body: { token, password } });
      await signIn(user_name, password);
    },
    onSuccess: async () => {
      await navigate({ to: '/library' });
      await client.invalidateQueries();
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <h1>{t.welcome(link.display_name)}</h1>
      <TextField
        label={t.userName}
        name="username"
        autoComplete="username"
        readOnly
        value={link.user_name}
        onChange={() => undefined}
      />
      <TextField
        label={t.newPassword}
        type="password"
        name="password"
        autoComplete="new-password"
        required
        minLength={12}
        autoFocus
        value={password}
        onChange={setPassword}
        fault={error === null ? undefined : messageOf(error)}
      />
      <div>
        <Button type="submit" kind="primary" isBlocked={isPending}>
          {t.setPassword}
        </Button>
      </div>
    </form>
  );
}
