import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConnector } from '@almagest/connector/build';
import type { LibraryPapers, PaperFiles } from '@almagest/contracts/literature';
import { extensionTest, startExtension, type ExtensionBrowser } from '@almagest/test-kit/extension';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { givenPerson, WITH_TOKEN, type TestPerson } from '../people.ts';
import { printedPdf } from '../printed-pdf.ts';
import { openWorld, type World } from '../world.ts';

type Page = ExtensionBrowser['page'];

let folder: string;
let browser: ExtensionBrowser | undefined;
let world: World;
let person: TestPerson;
let publisher: Server;
let way: Way;
let collection: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connector-'));
  // Tests cannot answer the browser's permission dialog for the service.
  await buildConnector(folder, 'chromium', { host_permissions: ['http://127.0.0.1/*'] });
  browser = await startExtension(folder);
  if (browser === undefined) return;
  world = await openWorld({ worker: false, env: WITH_TOKEN });
  person = await givenPerson(world, 'ada', 'member');
  publisher = startPublisher();
  way = await openWay(Number(new URL(world.url).port));
  const created = await world.call('post', '/api/collections').set(person.headers).send({ name: 'Winds' }).expect(200);
  collection = (created.body as { id: number }).id;
});
afterAll(async () => {
  await browser?.close();
  publisher?.closeAllConnections();
  publisher?.close();
  way?.close();
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A proxy to the service that can be interrupted. */
interface Way {
  readonly url: string;
  interrupt(): void;
  restore(): void;
  close(): void;
}

async function openWay(port: number): Promise<Way> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createTcpServer((socket) => {
    if (!isOpen) return void socket.destroy();
    const target = connect(port, '127.0.0.1');
    for (const one of [socket, target]) {
      sockets.add(one);
      one.on('error', () => one.destroy()).on('close', () => sockets.delete(one));
    }
    socket.pipe(target).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const interrupt = () => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    interrupt,
    restore: () => {
      isOpen = true;
    },
    close: () => {
      interrupt();
      server.close();
    },
  };
}

const TITLE = 'Clumped winds behind a wall';

const meta = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `<meta name="${name}" content="${value}">`)
    .join('');

/** Starts a publisher whose PDFs need the cookie that its pages set. */
function startPublisher(): Server {
  const page = (title: string, pdf: string) =>
    meta({ citation_title: title, citation_author: 'Okonkwo, Ada', citation_date: '2021/03', citation_pdf_url: pdf });
  const known = ['okonkwo2014', 'okonkwo2005'].map((key) => world.lab.library.byKey(key).bibcode);
  const rows = known.map(
    (code, place) => `<li><a href="/abs/${encodeURIComponent(code)}/abstract">Row ${place}</a></li>`,
  );
  const pages: Readonly<Record<string, string>> = {
    '/article': page(TITLE, '/article.pdf'),
    '/offline': page('Saved without a service', '/offline.pdf'),
    '/revoked': page('Saved with a revoked key', '/revoked.pdf'),
    '/list': `<ul>${rows.join('')}</ul>`,
    '/plain': '<p>Nothing to save.</p>',
  };
  return createServer((req, res) => {
    const path = req.url ?? '';
    if (path.endsWith('.pdf')) {
      const isHuman = req.headers.cookie?.includes('human=1') === true;
      if (!isHuman) return void res.writeHead(403).end('Are you human?');
      const title = /citation_title" content="([^"]*)/.exec(pages[path.replace('.pdf', '')] ?? '')?.[1] ?? '';
      return void res.setHeader('content-type', 'application/pdf').end(printedPdf([title, 'A. Okonkwo and others']));
    }
    res.setHeader('content-type', 'text/html').setHeader('set-cookie', 'human=1; SameSite=Strict; HttpOnly');
    return void res.end(`<!doctype html><title>Page</title>${pages[path] ?? ''}`);
  }).listen(0);
}

/** Shows a page of the publisher and opens the popup on it. */
async function popupOn(path: string): Promise<Page> {
  if (browser === undefined) throw new Error('the browser is missing');
  const { port } = publisher.address() as AddressInfo;
  await browser.page.goto(`http://journal.example.test:${port}${path}`);
  return await browser.openPopup();
}

async function signIn(popup: Page, key: string): Promise<void> {
  await popup.getByLabel('Service').fill(way.url);
  await popup.getByLabel('API key').fill(key);
  await popup.getByRole('button', { name: 'Sign in' }).click();
}

const says = async (popup: Page, text: string | RegExp) => await popup.getByRole('status').getByText(text).waitFor();

async function papersOf(query: object): Promise<LibraryPapers['papers']> {
  const { body } = await world.call('get', '/api/library/papers').set(person.headers).query(query).expect(200);
  return (body as LibraryPapers).papers;
}

async function filesOf(bibcode: string): Promise<PaperFiles['files']> {
  const { body } = await world.call('get', '/api/papers/files').set(person.headers).query({ bibcode }).expect(200);
  return (body as PaperFiles).files;
}

extensionTest('saves a paper with the PDF that only the browser can read, in a collection and with tags', async () => {
  const { key } = await person.key();
  let popup = await popupOn('/article');
  await signIn(popup, `${key}x`);
  await says(popup, /^Not signed in/);
  await signIn(popup, key);
  await says(popup, 'Saved.');
  await popup.getByLabel('Collection').selectOption('Winds');
  await popup.getByLabel('Tags').fill('clumped, hot stars');
  await popup.getByRole('button', { name: 'Save' }).click();
  await until(
    async () => (await papersOf({ collection, tag: 'hot stars' })).length === 1,
    'the paper in its collection',
  );
  const [paper] = await papersOf({ collection, tag: 'clumped' });
  expect(paper).toMatchObject({ title: TITLE, year: '2021', authors: ['Okonkwo, Ada'] });
  const bibcode = paper?.bibcode ?? '';
  expect((await filesOf(bibcode)).map(({ type, is_upload }) => [type, is_upload])).toEqual([['pdf', true]]);
  await until(async () => (await filesOf(bibcode))[0]?.is_read === true, 'the parsed PDF');
  await popup.close();

  // Saving the page again adds no paper.
  popup = await popupOn('/article');
  await says(popup, /^Saved\.|^Already in your library/);
  expect(await papersOf({ title: 'clumped wall' })).toHaveLength(1);
  expect(await filesOf(bibcode)).toHaveLength(1);
  await popup.close();
});

extensionTest('saves selected rows of a list in a collection, and knows their papers afterwards', async () => {
  let popup = await popupOn('/list');
  await says(popup, 'This page lists 2 papers. Select the papers to save.');
  await popup.getByRole('button', { name: 'Save' }).click();
  await says(popup, 'Select at least one paper.');
  await popup.getByLabel('Row 0').check();
  await popup.getByLabel('Row 1').check();
  await popup.getByLabel('Collection').selectOption('Winds');
  await popup.getByRole('button', { name: 'Save' }).click();
  await says(popup, 'Saved 2 papers.');
  const codes = ['okonkwo2014', 'okonkwo2005'].map((key) => world.lab.library.byKey(key).bibcode);
  expect(await papersOf({ bibcode: codes.join(' '), collection })).toHaveLength(2);
  await popup.close();
  popup = await popupOn(`/abs/${encodeURIComponent(codes[0] ?? '')}/abstract`);
  await says(popup, `Already in your library: ${codes[0]}. Choose Save to add the file of this page.`);
  await popup.close();
  popup = await popupOn('/plain');
  await says(popup, 'No paper found on this page.');
  await popup.close();
});

extensionTest('keeps papers while the service is unreachable, and sends them afterwards', async () => {
  way.interrupt();
  let popup = await popupOn('/offline');
  await says(popup, /^Waiting: .* cannot be reached/);
  const queue = popup.getByRole('region', { name: 'Waiting papers' });
  await queue.getByText(/^Saved without a service: .* cannot be reached/).waitFor();
  await queue.getByRole('button', { name: 'Try now' }).click();
  await says(popup, /^Waiting: .* cannot be reached/);
  await popup.close();
  expect(await papersOf({ title: 'saved service' })).toEqual([]);
  way.restore();
  popup = await popupOn('/plain');
  await until(async () => {
    const [paper] = await papersOf({ title: 'saved service' });
    return paper !== undefined && (await filesOf(paper.bibcode)).map(({ type }) => type).join(' ') === 'pdf';
  }, 'the paper that waited, with its file');
  await popup.getByRole('region', { name: 'Waiting papers' }).waitFor({ state: 'hidden' });
  await popup.close();
});

extensionTest('says that a key was revoked, and sends the paper after the next sign-in', async () => {
  const { id, key } = await person.key();
  let popup = await popupOn('/plain');
  await popup.getByRole('button', { name: 'Sign out' }).click();
  await signIn(popup, key);
  await says(popup, 'No paper found on this page.');
  await world.call('delete', `/api/account/keys/${id}`).set(person.headers).expect(200);
  await popup.close();
  popup = await popupOn('/revoked');
  await says(popup, /refused your key/);
  expect(await papersOf({ title: 'revoked key' })).toEqual([]);
  await popup.getByRole('button', { name: 'Sign out' }).click();
  await signIn(popup, (await person.key()).key);
  await says(popup, 'Saved.');
  const [paper] = await papersOf({ title: 'revoked key' });
  expect(await filesOf(paper?.bibcode ?? '')).toHaveLength(1);
  await popup.close();
});
