import Type, { type Static } from 'typebox';
import { closedObject, Nullable } from './schema.ts';

export const OidcStart = closedObject({
  /** The page to show afterwards. Addresses of other sites are ignored. */
  next: Type.Optional(Type.String({ maxLength: 2_000, description: 'A page of this service, such as `/#/library`.' })),
  link: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The token of an invitation or reset link. The provider then signs in the account of the link.',
    }),
  ),
});
export type OidcStart = Static<typeof OidcStart>;

export const OidcStarted = Type.Object({ url: Type.String({ description: 'The sign-in page of the provider.' }) });
export type OidcStarted = Static<typeof OidcStarted>;

export const SignedOut = Type.Object({
  url: Nullable(Type.String({ description: 'The sign-out page of the provider, if it has one.' })),
});
export type SignedOut = Static<typeof SignedOut>;

/**
 * Why a sign-in at the provider opened no session. `expired`: it took too long, was done already, or another browser
 * began it. `denied`: the provider refused. `invalid`: the provider's answer is wrong. `no_role`: no claim gives a role.
 * `removed`: the account was removed here. `no_administrator`: the first person must be an administrator.
 */
export type OidcFailure =
  | 'expired'
  | 'denied'
  | 'unavailable'
  | 'invalid'
  | 'no_role'
  | 'disabled'
  | 'removed'
  | 'no_administrator';
