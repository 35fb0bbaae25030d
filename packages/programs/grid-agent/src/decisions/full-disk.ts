/** The texts of ENOSPC and EDQUOT, as the C library, Fortran, Python and Java print them. */
const FULL_DISK = /No space left on device|Disk quota exceeded|\b(?:ENOSPC|EDQUOT)\b/i;

/**
 * Returns the line in which an engine says that a disk is full. The agent may find enough space again, because engines
 * remove their temporary files and may write to other disks.
 */
export function fullDiskIn(texts: readonly (string | null | undefined)[]): string | undefined {
  const lines = texts.flatMap((text) => text?.split('\n') ?? []);
  return lines.find((line) => FULL_DISK.test(line))?.trim();
}
