// A real OpenID Connect provider in a separate process. Tests change its people and falsify its tokens through
// `/control`.
import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider, { type Configuration } from 'oidc-provider';
import type { OidcControl, OidcProgramOptions } from './oidc-server.ts';

const { port, clientId, clientSecret, services } = JSON.parse(process.argv[2] ?? '') as OidcProgramOptions;
const issuer = `http://127.0.0.1:${port}`;
const KEY_ID = 'key of the tests';
const own = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

let control: OidcControl = { people: {} };

const page = (body: string) => `<!doctype html><html lang="en"><title>Test provider</title><body>${body}</body></html>`;

const configuration: Configuration = {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: services.map((url) => `${url}/api/oidc/callback`),
      post_logout_redirect_uris: services.map((url) => `${url}/`),
    },
  ],
  jwks: { keys: [{ ...own.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }] as never },
  cookies: { keys: ['a key of the tests'] },
  claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email'] },
  findAccount: (_context, sub) => {
    const claims = control.people[sub];
    return claims === undefined ? undefined : { accountId: sub, claims: () => ({ sub, ...claims }) };
  },
  // The person has already agreed to everything, so no consent page is shown.
  loadExistingGrant: async ({ oidc: { client, session, provider, params } }) => {
    const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
    grant.addOIDCScope(String(params?.['scope']));
    await grant.save();
    return grant;
  },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (context, form) => {
        context.body = page(
          `${form}<button form="op.logoutForm" name="logout" value="yes">Leave the provider</button>`,
        );
      },
    },
  },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
};

const provider = new Provider(issuer, configuration);
provider.use(async (context, next) => {
  await next();
  const body = context.body as { id_token?: string } | undefined;
  if (context.path === '/token' && typeof body?.id_token === 'string' && control.fault !== undefined)
    body.id_token = faulty(body.id_token, control.fault);
});
const handle = provider.callback();

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', issuer);
  if (pathname === '/control') void change(request).then(() => response.end());
  else if (pathname.startsWith('/interaction/')) void interact();
  else void handle(request, response);

  async function interact(): Promise<void> {
    if (request.method === 'POST') {
      const form = new URLSearchParams(await text(request));
      const accountId = form.get('person') ?? '';
      const result = form.has('refuse') ? { error: 'access_denied' } : { login: { accountId } };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      return;
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(
      page(`<form method="post"><label>Person <input name="person"></label>
        <button>Continue</button><button name="refuse" value="yes">Refuse</button></form>`),
    );
  }
}).listen(port, '127.0.0.1', () => process.stdout.write('{"msg":"listening"}\n'));

async function change(request: IncomingMessage): Promise<void> {
  control = JSON.parse(await text(request)) as OidcControl;
}

/** Replaces claims of a token and signs it again, with the provider's key or with another key. */
function faulty(token: string, { claims, isForeignKey }: NonNullable<OidcControl['fault']>): string {
  const [head = '', payload = ''] = token.split('.');
  const changed = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), ...claims };
  const signed = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  const key: KeyObject = isForeignKey === true ? foreign : own;
  return `${signed}.${sign('sha256', Buffer.from(signed), createPrivateKey(key.export({ type: 'pkcs8', format: 'pem' }))).toString('base64url')}`;
}
