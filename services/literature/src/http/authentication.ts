import type { Operation } from '@almagest/contracts';
import { apiKey, bearerToken, digestOf, sameDigest } from '@almagest/service-kit/credentials';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request } from 'express';

/** With a token configured every call of the API needs it; without one the service is open, and then only at home. */
export function createAuthentication(apiToken: string | undefined): (operation: Operation, req: Request) => undefined {
  const expected = apiToken === undefined ? undefined : digestOf(apiToken);
  return ({ role }, req) => {
    if (role === 'public' || expected === undefined) return;
    const token = bearerToken(req) ?? apiKey(req);
    if (token === undefined)
      throw new Refusal('unauthenticated', 'a token is needed: Authorization: Bearer <token>, or x-api-key');
    if (!sameDigest(digestOf(token), expected)) throw new Refusal('unauthenticated', 'the token is not valid');
  };
}
