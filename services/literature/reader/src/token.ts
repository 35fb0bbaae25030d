import { ApiError } from '@almagest/ui/api-error';
import type { TokenSource } from '@almagest/ui/api-client';
import { queryClient } from './query-client.ts';

const KEY = 'api-token';

/** The dialog's result after a sign-in, instead of a token. */
export const SIGNED_IN = Symbol('signed in');

/** The state of the token dialog: open, or closed without a token. */
export type TokenRequest =
  | {
      readonly state: 'asked';
      /** The service's error message. */
      readonly why: string;
      readonly answer: (token: string | typeof SIGNED_IN | null) => void;
    }
  | { readonly state: 'declined'; readonly askAgain: () => void };

let request: TokenRequest | undefined;
let asking: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function become(next: TokenRequest | undefined): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Stores the token for this tab only, under the key that the service's other pages use. */
export const token: TokenSource & { readonly forget: () => void } = {
  read: () => sessionStorage.getItem(KEY),
  renew: async ({ message, method }) => {
    // Invitation pages need no token.
    if (location.hash.startsWith('#/link')) throw new ApiError(401, message);
    // Only a user's action reopens a closed dialog. Background requests would reopen it all the time.
    const mayAsk = method !== 'get' || request?.state !== 'declined';
    if (!mayAsk || !(await askOnce(message))) throw new ApiError(401, message);
  },
  // Stores an empty token, so that requests rejected before the sign-in are repeated with the cookie.
  forget: () => sessionStorage.setItem(KEY, ''),
};

/** Asks for the token once for all rejected requests. */
async function askOnce(why: string): Promise<boolean> {
  asking ??= ask(why).finally(() => {
    asking = undefined;
  });
  return await asking;
}

/** Shows the dialog. Returns true if the user entered a token or signed in. */
async function ask(why: string): Promise<boolean> {
  const wasDeclined = request?.state === 'declined';
  const given = await new Promise<string | typeof SIGNED_IN | null>((answer) =>
    become({ state: 'asked', why, answer }),
  );
  if (given === null) {
    become({ state: 'declined', askAgain: () => void askOnce(why) });
    return false;
  }
  if (given !== SIGNED_IN) sessionStorage.setItem(KEY, given);
  become(undefined);
  // Requests that failed while the dialog was closed are not repeated, so reload their data.
  if (wasDeclined) void queryClient.invalidateQueries();
  return true;
}

export const tokenRequest = {
  read: (): TokenRequest | undefined => request,
  subscribe: (onChange: () => void): (() => void) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
};
