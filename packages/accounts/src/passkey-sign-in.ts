import type { PasskeyRequest, PasskeySignIn } from '@almagest/contracts';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import type { AccountTransaction } from './account-tables.ts';
import { loadWebauthn, readClientData, storeChallenge, takeChallenge } from './passkey-challenges.ts';
import { isLocal } from './oidc/sign-in-ways.ts';
import { userHandleOf, WAIT_MS } from './passkeys.ts';
import { relyingPartyOf } from './relying-party.ts';
import { limitGuesses, openSession, recordRefusedSignIn, type OpenedSession, type SignIn } from './sign-in.ts';

/** Returns the challenge that a passkey signs. Browsers offer all passkeys of this host, so no user name is needed. */
export async function beginPasskeySignIn({ accounts }: AccountDeps): Promise<PasskeyRequest> {
  const { id: rpId } = relyingPartyOf(accounts.publicUrl);
  const { generateAuthenticationOptions } = await loadWebauthn();
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  await storeChallenge(accounts.db, challenge, null);
  return { challenge, rpId, timeout: WAIT_MS, userVerification: 'required' };
}

/** Why a sign-in is refused. Only the audit log gets `reason`. */
interface Fault {
  readonly reason: string;
  readonly told: string;
}

const TOO_LATE = 'the sign-in took too long or was already completed. Try again';
const NOT_ACCEPTED = 'this passkey is not accepted. Use another passkey or your password';
const NOT_LOCAL = 'this person must sign in with the provider';
const DISABLED = 'this account is disabled';

/** Opens a session for the person whose passkey has signed a challenge. */
export async function signInWithPasskey(
  deps: AccountDeps,
  given: PasskeySignIn,
  from: Pick<SignIn, 'address' | 'program'>,
): Promise<OpenedSession> {
  await limitGuesses(deps, given.id, from.address);
  const outcome = await inTransaction(deps.accounts.db, async (trx) => {
    const passkey = await lockPasskey(trx, given.id);
    const checked = await check(deps, trx, passkey, given);
    if (typeof checked !== 'number' || passkey === undefined) {
      const { reason, told } = checked as Fault;
      await recordRefusedSignIn(trx, passkey?.user_name, { reason, ...(passkey && { passkey: passkey.name }) });
      return told;
    }
    await trx
      .updateTable('account_passkey')
      .set({ counter: checked, last_used_at: sql`now()` })
      .where('id', '=', passkey.id)
      .execute();
    const account = { id: passkey.account_id, user_name: passkey.user_name };
    return await openSession(deps, trx, account, from, { detail: { passkey: passkey.name } });
  });
  if (typeof outcome === 'string') throw new Refusal('unauthenticated', outcome);
  return outcome;
}

type KnownPasskey = NonNullable<Awaited<ReturnType<typeof lockPasskey>>>;

/** Locks a passkey, so that only one of two sign-ins with the same counter succeeds. */
async function lockPasskey(trx: AccountTransaction, credentialId: string) {
  return await trx
    .selectFrom('account_passkey as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.id', 'p.account_id', 'p.credential_id', 'p.public_key', 'p.counter', 'p.name'])
    .select(['a.user_name', 'a.disabled_at'])
    .where('p.credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the new counter, or why the sign-in is refused. Uses up the challenge in both cases. */
async function check(
  { accounts }: AccountDeps,
  trx: AccountTransaction,
  passkey: KnownPasskey | undefined,
  given: PasskeySignIn,
): Promise<number | Fault> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(accounts.publicUrl);
  const data = readClientData(given.client_data);
  if (data === undefined) return { reason: 'the data from the browser is not valid', told: NOT_ACCEPTED };
  if (!(await takeChallenge(trx, data.challenge, null)))
    return { reason: 'the challenge is unknown, has been used or has expired', told: TOO_LATE };
  if (data.origin !== expectedOrigin)
    return { reason: `the page is not at ${expectedOrigin}`, told: `passkeys work only at ${expectedOrigin}` };
  if (passkey === undefined) return { reason: 'the passkey is unknown', told: NOT_ACCEPTED };
  const counter = await verify(passkey, given, { expectedChallenge: data.challenge, expectedOrigin, expectedRPID });
  if (counter === undefined)
    return { reason: 'the signature is wrong or the user was not verified', told: NOT_ACCEPTED };
  if (!(await isLocal(accounts.signIn, trx, passkey.account_id))) return { reason: NOT_LOCAL, told: NOT_LOCAL };
  if (passkey.disabled_at !== null) return { reason: DISABLED, told: DISABLED };
  if (!isLater(counter, passkey.counter))
    return { reason: 'the counter went back: the passkey may have been copied', told: NOT_ACCEPTED };
  return counter;
}

/**
 * Returns whether a device may send this counter after the counter `before`. Devices that don't count always send 0.
 */
function isLater(counter: number, before: number): boolean {
  return counter > before || (counter === 0 && before === 0);
}

/** Returns the counter of the device. Returns undefined if the signature is wrong or the user was not verified. */
async function verify(
  passkey: KnownPasskey,
  given: PasskeySignIn,
  expected: { readonly expectedChallenge: string; readonly expectedOrigin: string; readonly expectedRPID: string },
): Promise<number | undefined> {
  const { client_data: clientDataJSON, authenticator_data: authenticatorData, signature, user_handle } = given;
  if (user_handle !== userHandleOf(passkey.account_id)) return undefined;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: given.id,
        rawId: given.id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      // `isLater` checks the counter, so that the audit log can name a counter that went back.
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
      ...expected,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for any invalid data, including data that it cannot decode.
    return undefined;
  }
}
