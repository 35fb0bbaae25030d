import type {
  AddedPaper,
  Collection,
  LibrarySearchResult,
  NewPaper,
  StandardPaper,
} from '@almagest/contracts/literature';
import type { Account } from './account.ts';
import type { FoundPaper } from './read-page.ts';

/** The service did not answer, or cannot handle the request now. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  /** Whether the key was revoked, has expired or may not write. */
  get isOfKey(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

export interface PaperFile {
  readonly type: 'pdf' | 'html';
  readonly content: Blob;
}

const YEAR = /^[12]\d{3}$/;

/** Calls the literature service with the person's key. */
export class Service {
  readonly #account: Account;

  constructor(account: Account) {
    this.#account = account;
  }

  async collections(): Promise<Collection[]> {
    return await this.#json('GET', '/api/collections');
  }

  /** Returns the bibcode of a paper, or undefined if the library does not have the paper. */
  async find(identifier: string): Promise<string | undefined> {
    const query = new URLSearchParams({ q: identifier, limit: '1' });
    const { papers } = await this.#json<LibrarySearchResult>('GET', `/api/library/search?${query}`);
    return papers[0]?.hits[0]?.field === 'identifier' ? papers[0].paper.bibcode : undefined;
  }

  /** Adds a paper by its identifier, or by its description if no source knows it. Returns its bibcode. */
  async add(paper: FoundPaper): Promise<string> {
    const { identifier } = paper;
    if (identifier !== '')
      try {
        return await this.#add({ identifier });
      } catch (error) {
        if (!(error instanceof RefusedError) || error.status !== 404 || paper.title === '') throw error;
      }
    const { title, authors, year, journal, doi } = paper;
    return await this.#add({
      title,
      ...(authors.length === 0 ? {} : { authors: [...authors] }),
      ...(YEAR.test(year) ? { year } : {}),
      ...(journal === '' ? {} : { pub_journal: journal, doctype: 'article' }),
      ...(doi === '' ? {} : { doi }),
    });
  }

  /** Adds a paper by its PDF, which the service recognises. */
  async addPdf({ content }: PaperFile): Promise<void> {
    const form = new FormData();
    form.set('file', content, 'paper.pdf');
    const { status } = await this.#send<AddedPaper>('/api/papers', { method: 'POST', body: form });
    if (status === 'to_confirm')
      throw new RefusedError(
        409,
        'The service did not recognise this PDF. Add it in the reader, where you can choose the paper.',
      );
  }

  async #add(body: NewPaper): Promise<string> {
    const { paper } = await this.#json<AddedPaper>('POST', '/api/papers', body);
    return paper?.bibcode ?? '';
  }

  async addToCollection(bibcode: string, collection: number): Promise<void> {
    await this.#json('POST', `/api/collections/${collection}/papers`, { add: [bibcode] });
  }

  async addTags(bibcode: string, tags: readonly string[]): Promise<void> {
    await this.#json('POST', '/api/tags', { bibcodes: [bibcode], add: tags });
  }

  async upload(bibcode: string, { type, content }: PaperFile): Promise<void> {
    const form = new FormData();
    form.set('bibcode', bibcode);
    form.set('type', type);
    form.set('file', content, `paper.${type}`);
    await this.#send<StandardPaper>('/api/upload', { method: 'POST', body: form });
  }

  async parse(bibcode: string): Promise<void> {
    await this.#json('POST', '/api/parse', { bibcode });
  }

  async #json<T>(method: string, path: string, body?: object): Promise<T> {
    return await this.#send<T>(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  }

  async #send<T>(path: string, request: RequestInit): Promise<T> {
    const headers = { ...(request.headers as Record<string, string>), 'x-api-key': this.#account.key };
    let answer: Response;
    try {
      answer = await fetch(this.#account.service + path, { ...request, headers, credentials: 'omit' });
    } catch {
      throw new UnreachableError(`${this.#account.service} cannot be reached`);
    }
    if (answer.ok) return (await answer.json()) as T;
    const message = (await answer.text()).slice(0, 500);
    if (answer.status >= 500 || answer.status === 429) throw new UnreachableError(message);
    throw new RefusedError(answer.status, message);
  }
}
