import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StagedFile } from '@almagest/durable-files';

const IV_BYTES = 12; // NIST SP 800-38D recommends 96 bits for GCM
const TAG_BYTES = 16;

/** What texts are sealed for. Each purpose has a key of its own. */
const PURPOSES = { tokens: 'grid node token', notifications: 'grid notification' } as const;

/**
 * Keeps texts that the database must not show, such as a token that waits to be collected: AES-256-GCM under a key that
 * never enters the database.
 */
export class TextSeal {
  readonly #key: Buffer;

  private constructor(secret: Buffer, purpose: keyof typeof PURPOSES) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSES[purpose], 32));
  }

  /**
   * Reads the server's secret, which is stored beside the data. It is created at the first use, by one of the
   * processes.
   */
  static async open(dataDir: string, purpose: keyof typeof PURPOSES): Promise<TextSeal> {
    const path = join(dataDir, 'server-secret');
    const fresh = new StagedFile(dataDir, 0o600);
    fresh.write(randomBytes(32));
    await fresh.finish();
    // A link, unlike a rename, fails when the name is taken.
    await link(fresh.path, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    fresh.discard();
    return new TextSeal(await readFile(path), purpose);
  }

  seal(token: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Undefined when it was sealed under another secret: the data folder was replaced. */
  open(sealed: Buffer): string | undefined {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, IV_BYTES));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }
}
