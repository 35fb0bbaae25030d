import type { PasskeyCreation, PasskeyRequest, PasskeySignIn } from '@almagest/contracts';
import { expect } from '@jest/globals';
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

interface ChallengeTest {
  readonly window: Window;
  /** The address of the service. */
  readonly url: string;
  /** The address at which passkeys of the service work. */
  readonly home: string;
  /** The headers of the session and of an API key of the person in the window, who has a passkey. */
  readonly session: Readonly<Record<string, string>>;
  readonly key: Readonly<Record<string, string>>;
  /** Starts a replica at another address. */
  readonly startReplica: () => Promise<{ readonly url: string; readonly stop: () => Promise<unknown> }>;
}

/** Tests that challenges work once, for their purpose and at the pages of the service, and never with an API key. */
export async function testChallenges({ window, url, home, session, key, startReplica }: ChallengeTest): Promise<void> {
  const { page } = window;
  const post = async (path: string, status: number, headers: Readonly<Record<string, string>>, body?: object) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, ...json },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([status, expect.any(String)]);
    return text;
  };
  const begin = async () => JSON.parse(await post('/api/sign_in/passkey/challenge', 200, {})) as PasskeyRequest;
  const send = async (status: number, answer: object) => await post('/api/sign_in/passkey', status, {}, answer);

  const answer = await signAt(page, await begin());
  await send(200, answer);
  expect(await send(401, answer)).toContain('was already completed');

  const path = '/api/account/passkeys/challenge';
  const { challenge } = JSON.parse(await post(path, 200, session)) as PasskeyCreation;
  const other = await signAt(page, { challenge, rpId: 'localhost', userVerification: 'required' });
  expect(await send(401, other)).toContain('was already completed');

  const elsewhere = await startReplica();
  try {
    await page.goto(elsewhere.url.replace('127.0.0.1', 'localhost'));
    const foreign = await signAt(page, await begin());
    expect(await send(401, foreign)).toContain(`passkeys work only at ${home}`);
  } finally {
    await page.goto('about:blank');
    await elsewhere.stop();
  }
  await post(path, 403, key);
}
