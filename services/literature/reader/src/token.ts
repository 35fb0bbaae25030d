import { ApiError } from '@almagest/ui/api-error';
import type { TokenSource } from '@almagest/ui/api-client';
import { queryClient } from './query-client.ts';

const KEY = 'api-token';

/** Somebody is asked for the token, or has given none. */
export type TokenRequest =
  | {
      readonly state: 'asked';
      /** The server's sentence. */
      readonly why: string;
      readonly answer: (token: string | null) => void;
    }
  | { readonly state: 'declined'; readonly askAgain: () => void };

let request: TokenRequest | undefined;
let asking: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function become(next: TokenRequest | undefined): void {
  request = next;
  for (const listener of listeners) listener();
}

/** The token of this tab, as the service's other pages keep it. It is forgotten when the tab is closed. */
export const token: TokenSource = {
  read: () => sessionStorage.getItem(KEY),
  renew: async ({ message, method }) => {
    // Pages and streams ask by themselves, again and again: only what somebody does opens a closed dialog again.
    const mayAsk = method !== 'get' || request?.state !== 'declined';
    if (!mayAsk || !(await askOnce(message))) throw new ApiError(401, message);
  },
};

/** All requests that were refused wait for the same answer. */
async function askOnce(why: string): Promise<boolean> {
  asking ??= ask(why).finally(() => {
    asking = undefined;
  });
  return await asking;
}

/** @returns whether a token was given */
async function ask(why: string): Promise<boolean> {
  const wasDeclined = request?.state === 'declined';
  const given = await new Promise<string | null>((answer) => become({ state: 'asked', why, answer }));
  if (given === null) {
    become({ state: 'declined', askAgain: () => void askOnce(why) });
    return false;
  }
  sessionStorage.setItem(KEY, given);
  become(undefined);
  // What was refused in the meantime has not waited.
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
