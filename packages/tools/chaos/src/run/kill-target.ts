export const TARGET_KINDS = ['api', 'worker', 'postgres', 'backend', 'redis'] as const;
/** `postgres`: the whole server; `backend`: one of its sessions, which makes the server drop all others and recover. */
export type Kind = (typeof TARGET_KINDS)[number];

/** A program that can be killed and is restarted automatically. */
export interface KillTarget {
  readonly kind: Kind;
  /** SIGKILL; resolves when it serves again. */
  kill(): Promise<void>;
}
