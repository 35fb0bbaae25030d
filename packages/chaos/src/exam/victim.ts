export const KINDS = ['api', 'worker', 'postgres', 'backend', 'redis'] as const;
/** `postgres`: the whole server; `backend`: one of its sessions, which makes the server drop all others and recover. */
export type Kind = (typeof KINDS)[number];

/** Something that may be killed and comes back by itself. */
export interface Victim {
  readonly kind: Kind;
  /** SIGKILL; resolves when it serves again. */
  kill(): Promise<void>;
}
