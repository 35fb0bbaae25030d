import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StagedFile } from '@almagest/service-kit/durable-file';

const IV_BYTES = 12; // NIST SP 800-38D recommends 96 bits for GCM
const TAG_BYTES = 16;

/** Keeps the text of a token that waits to be collected: AES-256-GCM under a key that never enters the database. */
export class TokenSeal {
  readonly #key: Buffer;

  private constructor(secret: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'grid node token', 32));
  }

  /** Reads the server secret beside the data, made on first use; of several processes one makes it, all use it. */
  static async open(dataDir: string): Promise<TokenSeal> {
    const path = join(dataDir, 'server-secret');
    const fresh = new StagedFile(dataDir, 0o600);
    fresh.write(randomBytes(32));
    await fresh.finish();
    // A link, unlike a rename, fails when the name is taken.
    await link(fresh.path, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    fresh.discard();
    return new TokenSeal(await readFile(path));
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
