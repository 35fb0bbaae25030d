import type { NewPasskey, Passkey, PasskeyChange, PasskeyCreation } from '@almagest/contracts';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { AccountDeps } from './account-deps.ts';
import type { AccountTransaction } from './account-tables.ts';
import { recordAudit } from './audit.ts';
import type { PersonIdentity } from './identity.ts';
import { isLocal, requireLocalAccount } from './oidc/sign-in-ways.ts';
import {
  CHALLENGE_MINUTES,
  loadWebauthn,
  readClientData,
  storeChallenge,
  takeChallenge,
} from './passkey-challenges.ts';
import { relyingPartyOf } from './relying-party.ts';
import type { ServiceLetter } from './tokens.ts';

const MAX_PASSKEYS = 20;

export const WAIT_MS = CHALLENGE_MINUTES * 60_000;

/** Ed25519, ES256 and RS256. Every device and runtime supports at least one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Browsers list the passkeys of both services together if they share a host name. */
const SERVICES: Readonly<Record<ServiceLetter, string>> = { g: 'grid coordinator', l: 'literature service' };

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at'] as const;

interface PasskeyRow extends Pick<Passkey, 'id' | 'name'> {
  created_at: Date;
  last_used_at: Date | null;
}

function present({ created_at, last_used_at, ...row }: PasskeyRow): Passkey {
  return { ...row, created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null };
}

/** Returns the session of the caller. Throws for an API key. */
function requireSession({ credential }: PersonIdentity): string {
  if (credential.kind === 'session') return credential.id;
  throw new Refusal('forbidden', 'an API key cannot change passkeys. Sign in instead');
}

/** Returns the name under which devices store an account. */
export function userHandleOf(accountId: string): string {
  return Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Lists the passkeys of a person, oldest first. */
export async function listPasskeys({ accounts }: AccountDeps, accountId: string): Promise<Passkey[]> {
  const rows = await accounts.db
    .selectFrom('account_passkey')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  return rows.map(present);
}

/** Returns the challenge with which a device creates a passkey for the caller. */
export async function beginPasskey({ accounts }: AccountDeps, person: PersonIdentity): Promise<PasskeyCreation> {
  const sessionId = requireSession(person);
  await requireLocalAccount(accounts.signIn, accounts.db, person.id);
  const { id: rpID } = relyingPartyOf(accounts.publicUrl);
  const service = SERVICES[accounts.service];
  const known = await accounts.db
    .selectFrom('account_passkey')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', person.id)
    .execute();
  const { generateRegistrationOptions } = await loadWebauthn();
  const { challenge, rp, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: `Almagest ${service}`,
    rpID,
    userID: new Uint8Array(Buffer.from(userHandleOf(person.id), 'base64url')),
    userName: `${person.userName} (${service})`,
    userDisplayName: person.displayName,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await storeChallenge(accounts.db, challenge, sessionId);
  return {
    challenge,
    rp: { id: rpID, name: rp.name },
    user,
    pubKeyCredParams,
    timeout: WAIT_MS,
    attestation: 'none',
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ type: 'public-key', id, transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/** Adds the passkey that a device has created. */
export async function addPasskey(deps: AccountDeps, person: PersonIdentity, given: NewPasskey): Promise<Passkey> {
  const { db } = deps.accounts;
  const { publicKey, counter, id: credential_id } = await verify(deps, requireSession(person), given);
  return await inTransaction(db, async (trx) => {
    await lockAccount(trx, person.id);
    if ((await countPasskeys(trx, person.id)) >= MAX_PASSKEYS)
      throw new Refusal('conflict', `a person has at most ${MAX_PASSKEYS} passkeys. Remove one first`);
    const row = await trx
      .insertInto('account_passkey')
      .values({
        account_id: person.id,
        credential_id,
        public_key: Buffer.from(publicKey),
        counter,
        transports: given.transports,
        name: given.name,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('conflict', 'this passkey is already registered');
    await recordAudit(trx, { object: `passkey ${given.name} of ${person.userName}` });
    return present(row);
  });
}

async function verify({ accounts }: AccountDeps, sessionId: string, given: NewPasskey) {
  const { id, client_data: clientDataJSON, attestation: attestationObject } = given;
  const data = readClientData(clientDataJSON);
  if (data === undefined || !(await takeChallenge(accounts.db, data.challenge, sessionId)))
    throw new Refusal('conflict', 'adding the passkey took too long or was already completed. Start again');
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(accounts.publicUrl);
  if (data.origin !== expectedOrigin) throw new Refusal('conflict', `passkeys work only at ${expectedOrigin}`);
  await requireSimpleAttestation(attestationObject);
  const { verifyRegistrationResponse } = await loadWebauthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: data.challenge,
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo?.credential.id === id) return registrationInfo.credential;
  } catch {
    // The library throws for any invalid data, including data that it cannot decode.
  }
  throw new Refusal('malformed', 'attestation: the passkey is not valid or did not verify its user');
}

/** Refuses attestations with certificates, because the library may download their revocation lists. */
async function requireSimpleAttestation(attestationObject: string): Promise<void> {
  const format = await formatOf(attestationObject);
  if (format !== 'none' && format !== 'packed')
    throw new Refusal('malformed', 'attestation: the format must be none or packed');
}

async function formatOf(attestationObject: string): Promise<string | undefined> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    return decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url'))).get('fmt');
  } catch {
    return undefined;
  }
}

export async function renamePasskey(
  { accounts }: AccountDeps,
  person: PersonIdentity,
  id: string,
  { name }: PasskeyChange,
): Promise<Passkey> {
  requireSession(person);
  return await inTransaction(accounts.db, async (trx) => {
    const before = await findPasskey(trx, person.id, id);
    const row = await trx
      .updateTable('account_passkey')
      .set({ name })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    const detail = { name: { from: before.name, to: name } };
    await recordAudit(trx, { object: `passkey ${before.name} of ${person.userName}`, detail });
    return present(row);
  });
}

/** Removes a passkey of the caller, unless it is the only way to sign in. */
export async function removePasskey({ accounts }: AccountDeps, person: PersonIdentity, id: string): Promise<void> {
  requireSession(person);
  await inTransaction(accounts.db, async (trx) => {
    const { hasPassword } = await lockAccount(trx, person.id);
    const { name } = await findPasskey(trx, person.id, id);
    const otherWays = (await countPasskeys(trx, person.id)) - 1 + Number(hasPassword);
    // Accounts that the provider signs in cannot use passkeys anyway.
    if (otherWays === 0 && (await isLocal(accounts.signIn, trx, person.id)))
      throw new Refusal(
        'conflict',
        'this is the only way to sign in to this account. Add another passkey first, or ask an administrator for a link to set a password',
      );
    await trx.deleteFrom('account_passkey').where('id', '=', id).execute();
    await recordAudit(trx, { object: `passkey ${name} of ${person.userName}` });
  });
}

async function findPasskey(trx: AccountTransaction, accountId: string, id: string): Promise<{ name: string }> {
  const row = await trx
    .selectFrom('account_passkey')
    .select('name')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('unknown', 'there is no such passkey');
  return row;
}

/** Locks the person's row, so that concurrent changes run one after another and count each other's passkeys. */
async function lockAccount(trx: AccountTransaction, accountId: string): Promise<{ hasPassword: boolean }> {
  const row = await trx
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return { hasPassword: typeof row?.password_hash === 'string' };
}

async function countPasskeys(trx: AccountTransaction, accountId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('account_passkey')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}
