import type { PasskeyRequest, PasskeySignIn } from '@almagest/contracts';
import type { Page } from 'playwright-core';
import type { Window } from './browser.ts';

/** Gives a page a device that stores passkeys, verifies its user and confirms everything at once. */
export async function addPasskeyDevice({ context, page }: Window): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Runs a script in the page that signs a challenge with a passkey of its device. */
export async function signAt(page: Page, options: Omit<PasskeyRequest, 'timeout'>): Promise<PasskeySignIn> {
  return await page.evaluate<PasskeySignIn>(`(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)});
    const { id, response } = (await navigator.credentials.get({ publicKey })).toJSON();
    return {
      id,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
      user_handle: response.userHandle,
    };
  })()`);
}
