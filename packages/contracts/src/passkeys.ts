import Type, { type Static } from 'typebox';
import { AccountId } from './accounts.ts';
import { closedObject, Nullable, Timestamp, WordedText } from './schema.ts';

/** Binary data of the browser, as base64url without padding. */
const Base64Url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
/** WebAuthn limits the id of a credential to 1,023 bytes. */
const CredentialId = Base64Url(1_364);
const ClientData = Base64Url(4_096);
const PasskeyName = WordedText(200);
const MilliSeconds = Type.Integer({ description: 'How long the browser may wait for the person, in ms.' });
const PublicKeyType = Type.Literal('public-key');
/** How a browser reaches the device, such as `usb` or `internal`. Browsers may add more. */
const Transport = Type.String({ maxLength: 32, pattern: '^[a-z-]+$' });

/** A passkey of the caller. */
export const Passkey = Type.Object({
  id: AccountId,
  name: Type.String(),
  created_at: Timestamp,
  /** The last sign-in with this passkey. */
  last_used_at: Nullable(Timestamp),
});
export type Passkey = Static<typeof Passkey>;

/** The options of `navigator.credentials.create()`, as `PublicKeyCredential.parseCreationOptionsFromJSON()` reads them. */
export const PasskeyCreation = Type.Object({
  challenge: Type.String({ description: 'Works once, for five minutes, in the session that requested it.' }),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: PublicKeyType, alg: Type.Integer() })),
  timeout: MilliSeconds,
  attestation: Type.Literal('none'),
  /** The passkeys of the account, so that a device is not added twice. */
  excludeCredentials: Type.Array(
    Type.Object({ type: PublicKeyType, id: Type.String(), transports: Type.Array(Type.String()) }),
  ),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
});
export type PasskeyCreation = Static<typeof PasskeyCreation>;

/** The required parts of a `RegistrationResponseJSON`. */
export const NewPasskey = closedObject({
  name: PasskeyName,
  id: CredentialId,
  client_data: ClientData,
  attestation: Base64Url(65_536),
  transports: Type.Array(Transport, { maxItems: 10 }),
});
export type NewPasskey = Static<typeof NewPasskey>;

export const PasskeyChange = closedObject({ name: PasskeyName });
export type PasskeyChange = Static<typeof PasskeyChange>;

/** The options of `navigator.credentials.get()`, as `PublicKeyCredential.parseRequestOptionsFromJSON()` reads them. */
export const PasskeyRequest = Type.Object({
  challenge: Type.String({ description: 'Works once, for five minutes.' }),
  rpId: Type.String(),
  timeout: MilliSeconds,
  userVerification: Type.Literal('required'),
});
export type PasskeyRequest = Static<typeof PasskeyRequest>;

/** The required parts of an `AuthenticationResponseJSON`. */
export const PasskeySignIn = closedObject({
  id: CredentialId,
  client_data: ClientData,
  authenticator_data: Base64Url(4_096),
  signature: Base64Url(8_192),
  user_handle: Base64Url(88),
});
export type PasskeySignIn = Static<typeof PasskeySignIn>;

export const PasskeySession = Type.Object({ user_name: Type.String(), expires_at: Timestamp });
export type PasskeySession = Static<typeof PasskeySession>;
