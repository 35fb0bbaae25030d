/** Imitates a browser's cookies and redirects, to test sign-in without a real browser. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Sends a request with the cookies of its host, and stores the cookies of the reply. Does not follow redirects. */
  async send(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const jar = this.#cookies.get(url.host) ?? new Map<string, string>();
    this.#cookies.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) };
    const reply = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  }

  /** Returns the `Cookie` header for a host. */
  headerFor(address: string): string {
    return [...(this.#cookies.get(new URL(address).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  forget(address: string): void {
    this.#cookies.delete(new URL(address).host);
  }
}

/** Begins a sign-in and signs in at the provider. Returns the address of the callback, which has not been requested. */
export async function signInAtProvider(
  jar: CookieJar,
  service: string,
  person: string,
  start: Readonly<Record<string, string>> = {},
): Promise<string> {
  const started = await jar.send(`${service}/api/oidc/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(start),
  });
  if (started.status !== 200) throw new Error(`the sign-in does not start: ${await started.text()}`);
  const { url } = (await started.json()) as { url: string };
  return await followProvider(jar, url, service, person);
}

/** Follows the provider's redirects and fills in its form, up to an address of the service. */
async function followProvider(jar: CookieJar, from: string, service: string, person: string): Promise<string> {
  let address = from;
  for (let step = 0; step < 12; step += 1) {
    const reply = await jar.send(address);
    const location = reply.headers.get('location');
    if (location === null) {
      const body = new URLSearchParams(person === '' ? { refuse: 'yes' } : { person });
      const sent = await jar.send(address, { method: 'POST', body });
      address = new URL(sent.headers.get('location') ?? '', address).href;
    } else address = new URL(location, address).href;
    if (address.startsWith(`${service}/`)) return address;
  }
  throw new Error(`the provider does not sign in ${person}`);
}
