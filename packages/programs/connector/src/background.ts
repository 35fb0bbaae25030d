import { findAccount } from './account.ts';
import { loadFile } from './active-page.ts';
import { browserApi } from './browser-api.ts';
import { deleteJob, findJob, listJobs, putJob } from './job-store.ts';
import { CHANGED, type Request } from './messages.ts';
import { combine, idOf, send } from './queue.ts';
import { Service } from './service.ts';

const ALARM = 'retry';
/** The number of saved jobs to keep for the popup. */
const KEPT = 50;

async function save({ tabId, papers, collection, tags }: Extract<Request, { kind: 'save' }>): Promise<void> {
  for (const paper of papers) {
    // Store the job first, so that the paper is not lost if the browser stops this script while the file loads.
    const job = { paper, collection, tags, file: undefined };
    await putJob(combine(await findJob(idOf(paper)), job, Date.now()));
    const file = tabId === undefined ? undefined : await loadFile(tabId, paper);
    if (file !== undefined) await putJob(combine(await findJob(idOf(paper)), { ...job, file }, Date.now()));
  }
  await work();
}

let working: Promise<void> | undefined;
let isWanted = false;

/** Sends the waiting jobs. A call during a run starts another run afterwards. */
async function work(): Promise<void> {
  isWanted = true;
  working ??= (async () => {
    try {
      while (isWanted) {
        isWanted = false;
        await sendWaiting();
      }
    } finally {
      working = undefined;
    }
  })();
  await working;
}

async function sendWaiting(): Promise<void> {
  const account = await findAccount();
  const waiting = (await listJobs()).filter(({ state }) => state === 'waiting');
  if (account !== undefined)
    for (const job of waiting) {
      const { stops, ...outcome } = await send(new Service(account), job);
      // The user changed the job in the meantime, so the job is sent again.
      if ((await findJob(job.id))?.savedAt === job.savedAt) await putJob({ ...job, ...outcome });
      else isWanted = true;
      await tellPopup();
      if (stops) break;
    }
  await tidy();
}

async function tidy(): Promise<void> {
  const jobs = await listJobs();
  const saved = jobs.filter(({ state }) => state === 'saved');
  for (const { id } of saved.slice(0, -KEPT)) await deleteJob(id);
  const waiting = jobs.filter(({ state }) => state === 'waiting').length;
  await browserApi.action.setBadgeText({ text: waiting === 0 ? '' : String(waiting) });
  if (waiting === 0) await browserApi.alarms.clear(ALARM);
  else await browserApi.alarms.create(ALARM, { periodInMinutes: 1 });
}

async function tellPopup(): Promise<void> {
  // Fails if no popup is open.
  await browserApi.runtime.sendMessage(CHANGED).catch(() => undefined);
}

browserApi.runtime.onMessage.addListener((message, _sender, answer) => {
  const request = message as Request;
  const done = request.kind === 'save' ? save(request) : work();
  void done.catch(() => undefined).finally(() => void tellPopup().then(() => answer()));
  // The answer is sent later.
  return true;
});
browserApi.alarms.onAlarm.addListener(() => void work());
browserApi.runtime.onStartup.addListener(() => void work());
