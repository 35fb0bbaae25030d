import type { AddedPaper, ImportReport, NewPaper } from '@almagest/contracts/literature';
import { messageOf } from '@almagest/ui/api-error';
import { useSyncExternalStore } from 'react';
import { api, SLOW } from '../../api.ts';
import { queryClient } from '../../query-client.ts';

export type AddSource = { readonly file: File } | { readonly identifier: string };

export interface AddItem {
  readonly id: number;
  /** The number of the upload or paste that added this item. Later rounds are listed first. */
  readonly round: number;
  readonly name: string;
  readonly source: AddSource;
  readonly state: 'waiting' | 'sending' | 'parsing' | 'added' | 'known' | 'to_confirm' | 'imported' | 'failed';
  /** True if the paper is also parsed, so that it can be opened. */
  readonly isToOpen: boolean;
  /** The paper that the user chose for this PDF. */
  readonly identifier?: string | undefined;
  /** True if the user entered the details, which created the paper before the file is attached. */
  readonly isDescribed?: boolean;
  readonly answer?: AddedPaper | undefined;
  readonly report?: ImportReport | undefined;
  /** The id for polling the progress of an import during the upload. */
  readonly importId?: string | undefined;
  readonly fault?: string | undefined;
}

/** Two uploads run at once. The next PDF uploads while the service identifies the current one. */
const CONCURRENCY = 2;
/** Interval for refreshing the library's lists during an upload. */
const REST_MS = 3_000;

let items: readonly AddItem[] = [];
let lastId = 0;
let lastRound = 0;
let running = 0;
let collection: number | undefined;
let renewAt: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function become(next: readonly AddItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

function change(id: number, more: Partial<AddItem>): void {
  become(items.map((item) => (item.id === id ? { ...item, ...more } : item)));
}

/** Sets the collection for papers added from now on. */
export function putInto(id: number | undefined): void {
  collection = id;
}

/**
 * Queues files and identifiers. The queue continues while other pages are open.
 *
 * @param isToOpen also parses the papers
 * @returns the items when all are done
 */
export async function addAll(sources: readonly AddSource[], isToOpen = false): Promise<readonly AddItem[]> {
  lastRound += 1;
  const added = sources.map((source): AddItem => {
    lastId += 1;
    const name = 'file' in source ? source.file.name : source.identifier;
    return { id: lastId, round: lastRound, name, source, isToOpen, state: 'waiting' };
  });
  become([...items, ...added]);
  run();
  return await finished(new Set(added.map(({ id }) => id)));
}

const UNFINISHED = new Set<AddItem['state']>(['waiting', 'sending', 'parsing', 'to_confirm']);

async function finished(ids: ReadonlySet<number>): Promise<readonly AddItem[]> {
  return await new Promise((resolve) => {
    const look = () => {
      const own = items.filter(({ id }) => ids.has(id));
      if (own.some(({ state }) => UNFINISHED.has(state))) return;
      listeners.delete(look);
      resolve(own);
    };
    listeners.add(look);
    look();
  });
}

/** Sends a file again with the paper that the user chose. */
export function nameItem(id: number, identifier: string): void {
  change(id, { state: 'waiting', identifier, fault: undefined });
  run();
}

/** Adds a paper with the details that the user entered, and attaches the file. */
export async function describeItem(id: number, described: NewPaper): Promise<void> {
  const { paper, status } = await api.post('/api/papers', { body: described, ...SLOW });
  if (paper === null) return;
  change(id, { isDescribed: status === 'added' });
  nameItem(id, paper.bibcode);
}

export function tryAgain(id: number): void {
  change(id, { state: 'waiting', fault: undefined });
  run();
}

export function dismissItem(id: number): void {
  become(items.filter((item) => item.id !== id));
}

export function clearDone(): void {
  become(items.filter(({ state }) => state !== 'added' && state !== 'known' && state !== 'imported'));
}

/** Removes the items that have not started. */
export function stopAdding(): void {
  become(items.filter(({ state }) => state !== 'waiting'));
}

function run(): void {
  while (running < CONCURRENCY) {
    const next = items.find(({ state }) => state === 'waiting');
    if (next === undefined) return;
    running += 1;
    change(next.id, { state: 'sending' });
    void add(next).finally(() => {
      running -= 1;
      renew();
      run();
    });
  }
}

function renew(): void {
  renewAt ??= setTimeout(() => {
    renewAt = undefined;
    for (const key of ['codes', 'papers', 'collections', 'tags', 'notes'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  }, REST_MS);
}

async function add({ id, source, identifier, isToOpen, isDescribed = false }: AddItem): Promise<void> {
  try {
    if ('file' in source && !(await isPdf(source.file))) {
      const importId = randomId();
      change(id, { importId });
      const report = await api.post('/api/import', { form: formOf(source.file, { id: importId }), ...SLOW });
      await collect(report.entries.flatMap(({ bibcode }) => (bibcode === null ? [] : [bibcode])));
      change(id, { state: 'imported', report });
      return;
    }
    const answer =
      'file' in source
        ? await api.post('/api/papers', { form: formOf(source.file, { identifier }), ...SLOW })
        : await api.post('/api/papers', { body: { identifier: source.identifier }, ...SLOW });
    if (answer.paper !== null) {
      await collect([answer.paper.bibcode]);
      if (isToOpen && !answer.paper.has_markdown) await parse(id, answer.paper.bibcode);
    }
    change(id, { state: isDescribed && answer.status === 'known' ? 'added' : answer.status, answer });
  } catch (error) {
    change(id, { state: 'failed', fault: messageOf(error) });
  }
}

/** Parses a paper. Ignores errors, because the paper was added and shows why parsing failed. */
async function parse(id: number, bibcode: string): Promise<void> {
  change(id, { state: 'parsing' });
  await api.post('/api/parse', { body: { bibcode }, ...SLOW }).catch(() => undefined);
}

/** Creates an id without `crypto.randomUUID`, which needs HTTPS or localhost. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function collect(codes: readonly string[]): Promise<void> {
  if (collection === undefined || codes.length === 0) return;
  const params = { id: String(collection) };
  const most = 5_000;
  for (let start = 0; start < codes.length; start += most)
    await api.post('/api/collections/{id}/papers', { params, body: { add: codes.slice(start, start + most) } });
}

function formOf(file: File, texts: Readonly<Record<string, string | undefined>>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) form.set(name, text);
  form.set('file', file);
  return form;
}

/** Checks the first bytes, because names and types of files are unreliable. */
async function isPdf(file: File): Promise<boolean> {
  return (await file.slice(0, 1_024).text()).includes('%PDF-');
}

export function useAddQueue(): readonly AddItem[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => items,
  );
}
