import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StagedFile, syncFolder } from './staged-file.ts';

const IV_BYTES = 12; // NIST SP 800-38D recommends 96 bits for GCM
const TAG_BYTES = 16;

/** The purposes of sealed texts. Each purpose has its own key. */
const PURPOSES = {
  tokens: 'grid node token',
  notifications: 'grid notification',
  libraries: 'literature linked library',
} as const;

/**
 * Encrypts texts that must not be readable in the database, such as the API key of another service. Uses AES-256-GCM
 * with a key that is never stored in the database.
 */
export class TextSeal {
  readonly #key: Buffer;

  private constructor(secret: Buffer, purpose: keyof typeof PURPOSES) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSES[purpose], 32));
  }

  /**
   * Reads the server's secret, which is stored next to the data. The first process that needs the secret creates it.
   */
  static async open(dataDir: string, purpose: keyof typeof PURPOSES): Promise<TextSeal> {
    const path = join(dataDir, 'server-secret');
    const fresh = new StagedFile(dataDir, 0o600);
    fresh.write(randomBytes(32));
    await fresh.finish();
    // Unlike a rename, a link fails if the name is taken.
    await link(fresh.path, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    fresh.discard();
    await syncFolder(dataDir);
    return new TextSeal(await readFile(path), purpose);
  }

  seal(token: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Returns undefined if the text was sealed under another secret. This happens if the data folder was replaced. */
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
