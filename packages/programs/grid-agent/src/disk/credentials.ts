import { chmod, readFile } from 'node:fs/promises';
import { replaceFile } from '@almagest/durable-files';
import { AgentError } from '../agent-error.ts';

interface StoredCredentials {
  readonly node_id: string;
  /**
   * Proves that a request comes from the applicant. The agent keeps the secret after the approval, to collect a
   * reissued token.
   */
  readonly registration_secret?: string;
  readonly node_token?: string;
}

/** Stores the node's secrets in one file that only its owner can read. */
export class Credentials {
  readonly #path: string;
  #kept: StoredCredentials;

  private constructor(path: string, kept: StoredCredentials) {
    this.#path = path;
    this.#kept = kept;
  }

  static async open(path: string, nodeId: string): Promise<Credentials> {
    const text = await readFile(path, 'utf8').catch(absent);
    if (text === undefined) return new Credentials(path, { node_id: nodeId });
    await chmod(path, 0o600);
    const kept = parse(text, path);
    if (kept.node_id !== nodeId) {
      throw new AgentError(`${path} belongs to node ${kept.node_id}: use that --node-id or another --work-dir`);
    }
    return new Credentials(path, kept);
  }

  get token(): string | undefined {
    return this.#kept.node_token;
  }

  get secret(): string | undefined {
    return this.#kept.registration_secret;
  }

  keepToken(token: string): Promise<void> {
    return this.#store({ ...this.#kept, node_token: token });
  }

  /** Stores the secret of a new application and drops everything that was issued for an earlier application. */
  keepSecret(secret: string): Promise<void> {
    return this.#store({ node_id: this.#kept.node_id, registration_secret: secret });
  }

  async #store(kept: StoredCredentials): Promise<void> {
    // Change the memory first, so that a caller that repeats a failed write stores the same content.
    this.#kept = kept;
    const text = `${JSON.stringify(kept, null, 2)}\n`;
    await replaceFile(this.#path, (file) => file.writeFile(text), { mode: 0o600 });
  }
}

function parse(text: string, path: string): StoredCredentials {
  try {
    const kept = JSON.parse(text) as Partial<StoredCredentials>;
    const isText = (value: unknown) => value === undefined || typeof value === 'string';
    if (typeof kept.node_id === 'string' && isText(kept.node_token) && isText(kept.registration_secret)) {
      return kept as StoredCredentials;
    }
  } catch {
    // Reported below.
  }
  throw new AgentError(`cannot read ${path}: repair it, or remove it and have the node approved again`);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
