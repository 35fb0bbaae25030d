import type { RateLimitStore } from '@almagest/service-kit/rate-limit';
import type { AccountDb, AccountTransaction } from './account-tables.ts';
import type { SignInWays } from './oidc/sign-in-ways.ts';
import type { ServiceLetter } from './tokens.ts';

/** The parts of the service that the use cases of this package need. */
export interface AccountDeps {
  readonly accounts: {
    readonly db: AccountDb;
    readonly service: ServiceLetter;
    /** The name of the built-in administrator, which no person may have. */
    readonly builtInName: string;
    /**
     * Whether a token of the built-in administrator is configured. Without a token, the last administrator cannot be
     * removed.
     */
    readonly hasBuiltIn: boolean;
    /** Returns the address of the page that uses a link, with the token after `#`. */
    readonly linkUrl: (token: string) => string;
    /** The address that browsers use. */
    readonly publicUrl: string;
    readonly cookieName: string;
    /** Whether the cookie is only sent over HTTPS. */
    readonly secureCookies: boolean;
    readonly signIn: SignInWays;
    readonly hits: RateLimitStore;
    /**
     * Called after a commit with the stream tags (`streamTags`) that have ended. Must notify every process of the
     * service.
     */
    readonly onEnded: (tags: readonly string[]) => void;
    /** Deletes or reassigns the data of a person who is removed. Runs in the same transaction. */
    readonly onRemove?: (trx: AccountTransaction, accountId: string) => Promise<void>;
  };
}
