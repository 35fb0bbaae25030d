/** A request, with the contents of its files. */
export interface Question<Request> {
  readonly request: Request;
  readonly files: readonly Uint8Array[];
}

/**
 * The messages of a process. The process reports that it has begun, then its progress, and finally the answer or the
 * error of its program.
 */
export type Message<Reply> =
  | { readonly begun: true }
  | { readonly progress: string }
  | { readonly answer: Reply }
  | { readonly error: { readonly message: string; readonly stack: string | undefined; readonly code: unknown } };
