import { OidcStart, OidcStarted, SignedOut } from './oidc.ts';
import { defineOperations, type AccountStyle, type FailureStyle, type Role } from './operation.ts';

/** The operations of sign-in with OpenID Connect. Without a provider they answer 404. */
export function oidcOperations<const F extends FailureStyle, const A extends Role>({ failures }: AccountStyle<F, A>) {
  const open = { tag: 'account', role: 'public', failures } as const;
  return defineOperations({
    startOidc: {
      ...open,
      method: 'post',
      path: '/api/oidc/start',
      summary:
        'Begins a sign-in at the OpenID Connect provider. A cookie ties the sign-in to this browser for 15 minutes.',
      body: OidcStart,
      reply: OidcStarted,
      statuses: [400, 404, 413, 429, 500],
    },
    finishOidc: {
      ...open,
      method: 'get',
      path: '/api/oidc/callback',
      unknownKeys: 'tolerated',
      summary:
        'The provider redirects the browser to this address. Opens a session and redirects to the page where the sign-in began. If the sign-in fails, adds `?sign_in=REASON`.',
      reply: 'text/html',
      statuses: [302, 404, 429, 500],
    },
    endOidc: {
      ...open,
      method: 'post',
      path: '/api/oidc/end',
      summary: "Ends the session, and returns the address of the page that ends the provider's session.",
      reply: SignedOut,
      statuses: [403, 404, 500],
    },
  });
}
