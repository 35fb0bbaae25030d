import type { FileHandle } from 'node:fs/promises';

/**
 * Writes all bytes at `position`, or after the last written byte.
 *
 * A single system call may write only a part of them. If the disk is full, the next call fails, unless there is space
 * again by then.
 */
export async function writeWhole(file: FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const at = position === undefined ? null : position + done;
    done += (await file.write(bytes, done, bytes.length - done, at)).bytesWritten;
  }
}
