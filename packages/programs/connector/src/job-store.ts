import type { SaveJob } from './queue.ts';

const STORE = 'jobs';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('connector', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the storage of the browser failed')));
  });
}

async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('the storage of the browser is full')),
      );
    });
  } finally {
    db.close();
  }
}

/** Lists the jobs, oldest first. */
export async function listJobs(): Promise<SaveJob[]> {
  const jobs = await run<SaveJob[]>('readonly', (store) => store.getAll());
  return jobs.toSorted((a, b) => a.savedAt - b.savedAt);
}

export async function findJob(id: string): Promise<SaveJob | undefined> {
  return await run<SaveJob | undefined>('readonly', (store) => store.get(id));
}

export async function putJob(job: SaveJob): Promise<void> {
  await run('readwrite', (store) => store.put(job));
}

export async function deleteJob(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id));
}
