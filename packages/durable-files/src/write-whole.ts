import type { FileHandle } from 'node:fs/promises';

/**
 * Writes all of the bytes, at `position` or, without it, behind what was written last. One call of the system may write
 * only a part of them: on a disk that fills up the rest fails at the next one, or has room again by then.
 */
export async function writeWhole(file: FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const at = position === undefined ? null : position + done;
    done += (await file.write(bytes, done, bytes.length - done, at)).bytesWritten;
  }
}
