import { LinkForm } from '@almagest/ui/accounts/link-form';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { accountApi } from '../../api.ts';
import { signIn } from './sign-in.ts';

const route = getRouteApi('/link');

/** Sets the password of an invited person, and signs the person in. */
export function LinkView() {
  const { token = '' } = route.useSearch();
  const navigate = useNavigate();
  const client = useQueryClient();
  const enter = async (userName: string, password: string) => {
    await signIn(userName, password);
    await navigate({ to: '/library' });
    await client.invalidateQueries();
  };
  return <LinkForm api={accountApi} token={token} home="/library" onDone={enter} />;
}
