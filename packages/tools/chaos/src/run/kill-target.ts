export const TARGET_KINDS = ['api', 'worker', 'postgres', 'backend', 'redis'] as const;
/**
 * `postgres` is the whole server. `backend` is one of its sessions, whose death makes the server drop all others and
 * recover.
 */
export type Kind = (typeof TARGET_KINDS)[number];

export interface KillTarget {
  readonly kind: Kind;
  /** Sends SIGKILL. Resolves when the program serves again. */
  kill(): Promise<void>;
}
