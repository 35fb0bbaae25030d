import { browserApi } from './browser-api.ts';

/** The service and the key with which the person has signed in. */
export interface Account {
  /** The origin of the service. */
  readonly service: string;
  readonly key: string;
}

export async function findAccount(): Promise<Account | undefined> {
  return (await browserApi.storage.local.get('account'))['account'] as Account | undefined;
}

export async function storeAccount(account: Account): Promise<void> {
  await browserApi.storage.local.set({ account });
}

export async function forgetAccount(): Promise<void> {
  await browserApi.storage.local.remove('account');
}

/** Returns the origin of an address that a person typed, or undefined. */
export function originOf(typed: string): string | undefined {
  const address = /^https?:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/**
 * Asks the browser for access to the service. Call this in the handler of a click, because Firefox refuses a request
 * after the handler has awaited anything.
 */
export async function allowService(origin: string): Promise<boolean> {
  const { protocol, hostname } = new URL(origin);
  return await browserApi.permissions.request({ origins: [`${protocol}//${hostname}/*`] });
}
