const NO_FILE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP']);

/** Whether an error says that a name has no file. Others, such as a missing permission, are faults of the service. */
export function isMissing(error: unknown): boolean {
  return NO_FILE.has((error as NodeJS.ErrnoException).code);
}
