import { PasskeySignIn } from '@almagest/ui/accounts/passkey-sign-in';
import { messageOf } from '@almagest/ui/api-error';
import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { token } from '../../token.ts';
import { accountMessages } from './messages.ts';
import { signIn } from './sign-in.ts';

export function SignInForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const t = useMessages(accountMessages);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const enter = () => {
    token.forget();
    onSignedIn();
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => await signIn(name, password),
    onSuccess: onSignedIn,
  });
  return (
    <Form onSubmit={() => mutate()}>
      <TextField
        label={t.userName}
        name="username"
        autoComplete="username"
        required
        autoFocus
        value={name}
        onChange={setName}
      />
      <TextField
        label={t.password}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
        fault={error === null ? undefined : messageOf(error)}
      />
      <div className="dialog-buttons">
        <Button type="submit" kind="primary" isBlocked={isPending}>
          {t.signIn}
        </Button>
      </div>
      <PasskeySignIn onSignedIn={enter} />
    </Form>
  );
}
