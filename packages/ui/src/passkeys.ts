import type { AccountOperations } from '@almagest/contracts';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { AccountApi } from './account-api.ts';
import { createApi } from './api-client.ts';

/** The client for signing in. It sends no token, and a refused passkey does not open the sign-in form. */
const openApi = createApi<AccountOperations>({});

/** Most people never use a passkey, so the library is loaded on demand. */
const loadLibrary = async () => await import('@simplewebauthn/browser');

/**
 * Returns whether passkeys work on this page. Browsers support them only with HTTPS or at `localhost`, and never at IP
 * addresses.
 */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^(?:[\d.]+|\[.*\])$/.test(location.hostname);
}

/** Lets the person choose a passkey and opens a session. */
export async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await loadLibrary();
  const optionsJSON = await openApi.post('/api/sign_in/passkey/challenge');
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  await openApi.post('/api/sign_in/passkey', {
    body: {
      id,
      client_data: clientDataJSON,
      authenticator_data: authenticatorData,
      signature,
      user_handle: userHandle,
    },
  });
}

/** Creates a passkey on a device of the person and adds it to the account. */
export async function addPasskey(api: AccountApi, name: string): Promise<void> {
  const { startRegistration } = await loadLibrary();
  const options = await api.post('/api/account/passkeys/challenge');
  // The browser ignores transports that it doesn't know.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  await api.post('/api/account/passkeys', {
    body: { name, id, client_data: clientDataJSON, attestation: attestationObject, transports },
  });
}
