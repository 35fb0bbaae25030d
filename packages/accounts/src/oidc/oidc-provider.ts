import * as client from 'openid-client';
import { boundedFetch, ProviderUnavailable } from './bounded-fetch.ts';
import type { Claims } from './oidc-claims.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** The secrets of one sign-in. All of them are derived from the browser's cookie. */
export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person whom the provider has authenticated. */
export interface ConfirmedPerson {
  readonly subject: string;
  readonly claims: Claims;
  readonly idToken: string;
}

/** Why the provider's answer was rejected. */
export type Unconfirmed = 'denied' | 'unavailable' | 'invalid';

export class NotConfirmed extends Error {
  readonly why: Unconfirmed;

  constructor(why: Unconfirmed, message: string) {
    super(message);
    this.why = why;
  }
}

/** The provider's clock and this service's clock may differ by this many seconds. */
const CLOCK_TOLERANCE = 30;

/**
 * The OpenID Connect provider. Reads the provider's metadata at the first sign-in, so that the service starts and works
 * without the provider.
 */
export class OidcProvider {
  readonly settings: OidcSettings;
  readonly #redirectUri: string;
  readonly #home: string;
  #discovered: Promise<client.Configuration> | undefined;

  constructor(settings: OidcSettings, publicUrl: string) {
    this.settings = settings;
    this.#redirectUri = `${publicUrl}/api/oidc/callback`;
    this.#home = `${publicUrl}/`;
  }

  /** Returns the provider's page that signs the person in. */
  async authorizationUrl({ state, nonce, verifier }: AttemptSecrets): Promise<string> {
    return await this.#ask(async (config) => {
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: this.#redirectUri,
        scope: this.settings.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    });
  }

  /** Exchanges the code of a callback and checks the tokens: signature, issuer, audience, times, nonce and state. */
  async confirm(query: string, { state, nonce, verifier }: AttemptSecrets): Promise<ConfirmedPerson> {
    return await this.#ask(async (config) => {
      const tokens = await client.authorizationCodeGrant(config, new URL(`${this.#redirectUri}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || tokens.id_token === undefined) throw new NotConfirmed('invalid', 'no ID token');
      // The library accepts any tenant of some providers.
      if (URL.parse(claims.iss)?.href !== this.settings.issuer)
        throw new NotConfirmed('invalid', `the issuer is ${claims.iss}, expected ${this.settings.issuer}`);
      const more = hasUserInfo(config) ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
      return { subject: claims.sub, claims: { ...more, ...claims }, idToken: tokens.id_token };
    });
  }

  /**
   * Returns the page that signs the person out at the provider. Returns undefined if the provider has no such page
   * or is unavailable.
   */
  async signOutUrl(idToken: string): Promise<string | undefined> {
    try {
      const config = await this.#discover();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      const hints = { id_token_hint: idToken, post_logout_redirect_uri: this.#home };
      return client.buildEndSessionUrl(config, hints).href;
    } catch {
      return undefined;
    }
  }

  async #ask<T>(work: (config: client.Configuration) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#discover());
    } catch (error) {
      throw notConfirmedBy(error);
    }
  }

  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const execute = [client.enableNonRepudiationChecks];
    if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests);
    const metadata = { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE };
    const options = { execute, [client.customFetch]: boundedFetch };
    const discovered = (this.#discovered ??= client.discovery(
      new URL(issuer),
      clientId,
      metadata,
      authenticationWith(clientSecret),
      options,
    ));
    try {
      return await discovered;
    } catch (error) {
      // Forget the failure, so that the next sign-in tries again.
      if (this.#discovered === discovered) this.#discovered = undefined;
      throw error;
    }
  }
}

/**
 * Sends the secret in the header, which is the standard's default. Uses the body if the provider reads the secret only
 * there.
 */
function authenticationWith(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

function hasUserInfo(config: client.Configuration): boolean {
  return config.serverMetadata().userinfo_endpoint !== undefined;
}

/** Says what went wrong. Messages contain no token, because the library's messages have none. */
function notConfirmedBy(error: unknown): NotConfirmed {
  if (error instanceof NotConfirmed) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderUnavailable) return new NotConfirmed('unavailable', cause.message);
  if (error instanceof client.AuthorizationResponseError) return new NotConfirmed('denied', error.error);
  if (error instanceof client.ResponseBodyError) return new NotConfirmed('invalid', error.error);
  const { message, code } = error as Error & { code?: string };
  return new NotConfirmed('invalid', code === undefined ? message : `${message} (${code})`);
}
