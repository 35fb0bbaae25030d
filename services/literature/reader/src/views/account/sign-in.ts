import { openApi } from '../../api.ts';
import { token } from '../../token.ts';

/** Opens a session. Its cookie replaces the token. */
export async function signIn(username: string, password: string): Promise<void> {
  await openApi.post('/login', { body: { username, password } });
  token.forget();
}

export async function signOut(): Promise<void> {
  await openApi.post('/logout');
  token.forget();
  // Removes everything that the person has loaded.
  location.reload();
}
