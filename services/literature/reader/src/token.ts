import { ApiError } from '@almagest/ui/api-error';
import type { TokenSource } from '@almagest/ui/api-client';

const KEY = 'api-token';

/** Who asks for the token, while somebody does. */
export interface TokenRequest {
  /** The server's sentence. */
  readonly why: string;
  readonly answer: (token: string | null) => void;
}

let request: TokenRequest | undefined;
let asking: Promise<void> | undefined;
const listeners = new Set<() => void>();

function become(next: TokenRequest | undefined): void {
  request = next;
  for (const listener of listeners) listener();
}

/** The token of this tab, as the service's other pages keep it. It is forgotten when the tab is closed. */
export const token: TokenSource = {
  read: () => sessionStorage.getItem(KEY),
  // All requests that were refused wait for the same answer.
  renew: async (why) => {
    asking ??= ask(why).finally(() => {
      asking = undefined;
    });
    return await asking;
  },
};

async function ask(why: string): Promise<void> {
  const given = await new Promise<string | null>((resolve) => become({ why, answer: resolve }));
  become(undefined);
  if (given === null) throw new ApiError(401, why);
  sessionStorage.setItem(KEY, given);
}

export const tokenRequest = {
  read: (): TokenRequest | undefined => request,
  subscribe: (onChange: () => void): (() => void) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
};
