import { openApi } from '../../api.ts';
import { token } from '../../token.ts';

/** Opens a session. Its cookie replaces the token. */
export async function signIn(username: string, password: string): Promise<void> {
  await openApi.post('/login', { body: { username, password } });
  token.forget();
}

/** Ends the session here, and at the provider that opened it. */
export async function signOut(provider: string | null): Promise<void> {
  const { url } = provider === null ? { url: null } : await openApi.post('/api/oidc/end');
  if (provider === null) await openApi.post('/logout');
  token.forget();
  // Leaving the page removes the person's data from memory.
  if (url === null) location.reload();
  else location.assign(url);
}
