const NO_FILE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP']);

/**
 * Returns whether an error says that the file doesn't exist. Other errors, such as a missing permission, are faults of
 * the service.
 */
export function isMissing(error: unknown): boolean {
  return NO_FILE.has((error as NodeJS.ErrnoException).code);
}
