import type { FoundPaper } from './read-page.ts';
import { RefusedError, UnreachableError, type PaperFile, type Service } from './service.ts';

/** A paper that the person has saved. It stays in the queue until the service has everything. */
export interface SaveJob {
  readonly id: string;
  readonly paper: FoundPaper;
  readonly collection: number | undefined;
  readonly tags: readonly string[];
  readonly file: PaperFile | undefined;
  readonly state: 'waiting' | 'saved' | 'failed';
  /** Why the paper waits or has failed, or which part of a saved paper is missing. */
  readonly message: string;
  readonly savedAt: number;
}

export type NewJob = Pick<SaveJob, 'paper' | 'collection' | 'tags' | 'file'>;

/** Returns the id of a paper's job. A second click on the same paper changes this job. */
export function idOf({ identifier, title, pdf }: FoundPaper): string {
  return identifier || (title === '' ? `pdf:${pdf}` : `title:${title}`);
}

/** Combines a job with an earlier job of the same paper. */
export function combine(earlier: SaveJob | undefined, job: NewJob, now: number): SaveJob {
  const file = job.file ?? (earlier?.state === 'saved' ? undefined : earlier?.file);
  const isWaiting = earlier !== undefined && earlier.state !== 'saved';
  return {
    id: idOf(job.paper),
    paper: job.paper,
    collection: job.collection ?? (isWaiting ? earlier.collection : undefined),
    tags: [...new Set([...(isWaiting ? earlier.tags : []), ...job.tags])],
    file,
    state: 'waiting',
    message: '',
    savedAt: now,
  };
}

export type Outcome = Pick<SaveJob, 'state' | 'message' | 'file'> & {
  /** Whether other jobs have to wait too. */
  readonly stops: boolean;
};

/** Sends one job. All steps can be repeated. */
export async function send(service: Service, job: SaveJob): Promise<Outcome> {
  try {
    const isNameless = job.paper.identifier === '' && job.paper.title === '';
    if (isNameless && job.file?.type === 'pdf') {
      await service.addPdf(job.file);
      return { state: 'saved', message: '', file: undefined, stops: false };
    }
    const bibcode = await service.add(job.paper);
    if (job.collection !== undefined) await service.addToCollection(bibcode, job.collection);
    if (job.tags.length > 0) await service.addTags(bibcode, job.tags);
    const message = job.file === undefined ? '' : await sendFile(service, bibcode, job.file);
    return { state: 'saved', message, file: undefined, stops: false };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isKey = error instanceof RefusedError && error.isOfKey;
    const waits = isKey || error instanceof UnreachableError;
    return {
      state: waits ? 'waiting' : 'failed',
      message: isKey ? `The service refused your key: ${message}` : message,
      file: job.file,
      stops: waits,
    };
  }
}

/** Uploads a file. The service refuses a page that is not a full text. The paper is then saved without a file. */
async function sendFile(service: Service, bibcode: string, file: PaperFile): Promise<string> {
  try {
    await service.upload(bibcode, file);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.isOfKey) throw error;
    return file.type === 'html' ? 'This page has no full text.' : `The file was refused: ${error.message}`;
  }
  // The service continues if the browser ends this extension meanwhile.
  service.parse(bibcode).catch(() => undefined);
  return '';
}
