import { allowService, findAccount, forgetAccount, originOf, storeAccount, type Account } from './account.ts';
import { readTab } from './active-page.ts';
import { browserApi } from './browser-api.ts';
import { deleteJob, findJob, listJobs } from './job-store.ts';
import { CHANGED, type Request } from './messages.ts';
import { idOf, type SaveJob } from './queue.ts';
import type { FoundPaper } from './read-page.ts';
import { RefusedError, Service } from './service.ts';

function part(id: string): HTMLElement {
  return document.querySelector(`#${id}`) as HTMLElement;
}

const status = part('status');
const signInForm = part('sign-in') as HTMLFormElement;
const paperForm = part('paper') as HTMLFormElement;
const queue = part('queue');

const say = (text: string) => {
  status.textContent = text;
};

interface Shown {
  readonly papers: readonly FoundPaper[];
  readonly isList: boolean;
  /** The tab with the file of the paper. It is undefined for a list, and for a page whose file was saved. */
  readonly tabId: number | undefined;
}

let shown: Shown = { papers: [], isList: false, tabId: undefined };

async function start(): Promise<void> {
  const account = await findAccount();
  signInForm.hidden = account !== undefined;
  part('sign-out').hidden = account === undefined;
  await showQueue();
  if (account === undefined) return say('');
  void browserApi.runtime.sendMessage({ kind: 'retry' } satisfies Request);
  await showPage(account);
}

async function showPage(account: Account): Promise<void> {
  say('Reading the page…');
  const [tab] = await browserApi.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return say('No paper found on this page.');
  const { paper, rows } = await readTab(tab.id, tab.url ?? '');
  const papers = paper === undefined ? rows : [paper];
  shown = { papers, isList: paper === undefined, tabId: paper === undefined ? undefined : tab.id };
  if (papers.length === 0) return say('No paper found on this page.');
  part('papers').replaceChildren(...papers.map(rowOf));
  paperForm.hidden = false;
  if (paper === undefined) say(`This page lists ${papers.length} papers. Select the papers to save.`);
  const service = new Service(account);
  void fillCollections(service);
  if (paper !== undefined) await saveOne(service, paper);
}

/** Saves a paper at once if the library does not have it yet. */
async function saveOne(service: Service, paper: FoundPaper): Promise<void> {
  say('Saving…');
  try {
    const known = paper.identifier === '' ? undefined : await service.find(paper.identifier);
    if (known !== undefined) return say(`Already in your library: ${known}. Choose Save to add the file of this page.`);
  } catch (error) {
    // A paper that cannot be looked up now is saved to the queue.
    if (error instanceof RefusedError && error.isOfKey) return say(`The service refused your key: ${error.message}`);
  }
  await save([paper]);
}

async function save(papers: readonly FoundPaper[]): Promise<void> {
  const { collection = '', tags = '' } = Object.fromEntries(new FormData(paperForm)) as Record<string, string>;
  const words = tags.split(',').map((tag) => tag.trim());
  const request: Request = {
    kind: 'save',
    tabId: shown.tabId,
    papers,
    collection: collection === '' ? undefined : Number(collection),
    tags: words.filter((tag) => tag !== ''),
  };
  say('Saving…');
  await browserApi.runtime.sendMessage(request);
  await showOutcome(papers);
}

async function showOutcome(papers: readonly FoundPaper[]): Promise<void> {
  await showQueue();
  const jobs = await Promise.all(papers.map((paper) => findJob(idOf(paper))));
  const bad = jobs.find((job) => job !== undefined && job.state !== 'saved');
  if (bad !== undefined) return say(bad.state === 'waiting' ? `Waiting: ${bad.message}` : `Not saved: ${bad.message}`);
  const [first] = jobs;
  shown = { ...shown, tabId: undefined };
  say(papers.length === 1 ? `Saved. ${first?.message ?? ''}`.trim() : `Saved ${papers.length} papers.`);
}

function rowOf(paper: FoundPaper): HTMLElement {
  const name = paper.title || paper.identifier || 'PDF of this page';
  if (!shown.isList) return element('p', name);
  const box = element('input');
  box.type = 'checkbox';
  box.name = 'row';
  box.value = paper.identifier;
  const label = element('label');
  label.className = 'row';
  label.append(box, name);
  return label;
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

async function fillCollections(service: Service): Promise<void> {
  const collections = await service.collections().catch(() => []);
  const options = collections.map(({ id, name }) => new Option(name, String(id)));
  (paperForm.elements.namedItem('collection') as HTMLSelectElement).replaceChildren(new Option('None', ''), ...options);
}

async function showQueue(): Promise<void> {
  const jobs = (await listJobs()).filter(({ state }) => state !== 'saved');
  queue.hidden = jobs.length === 0;
  queue.querySelector('ul')?.replaceChildren(...jobs.map(itemOf));
}

function itemOf({ id, paper, state, message }: SaveJob): HTMLElement {
  const item = element('li', `${paper.title || id}: ${message || 'waiting'} `);
  if (state === 'failed') {
    const remove = element('button', 'Remove');
    remove.addEventListener('click', () => void deleteJob(id).then(showQueue));
    item.append(remove);
  }
  return item;
}

async function signIn(): Promise<void> {
  const { service = '', key = '' } = Object.fromEntries(new FormData(signInForm)) as Record<string, string>;
  const origin = originOf(service);
  if (origin === undefined) return say(`${service} is not an address.`);
  if (!(await allowService(origin))) return say('The browser does not let this extension reach the service.');
  const account = { service: origin, key: key.trim() };
  try {
    await new Service(account).collections();
  } catch (error) {
    return say(`Not signed in: ${error instanceof Error ? error.message : String(error)}`);
  }
  await storeAccount(account);
  signInForm.reset();
  await start();
}

signInForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void signIn();
});
paperForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const chosen = new FormData(paperForm).getAll('row');
  const papers = shown.papers.filter(({ identifier }) => !shown.isList || chosen.includes(identifier));
  if (papers.length === 0) say('Select at least one paper.');
  else void save(papers);
});
part('retry').addEventListener('click', () => {
  const request: Request = { kind: 'retry' };
  void browserApi.runtime.sendMessage(request).then(async () => await showOutcome(shown.papers.slice(0, 1)));
});
part('sign-out').addEventListener('click', () => void forgetAccount().then(() => location.reload()));
browserApi.runtime.onMessage.addListener((message) => {
  if (message === CHANGED) void showQueue();
  return false;
});
void start();
