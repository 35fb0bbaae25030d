import { askForToken, token } from './token.js';

/**
 * The service's API, as far as the reader needs it; types and names are those of the contract.
 *
 * @import { NoteChange, NoteRecord, NewNote, PaperPage, SavedSyncQuery, StandardPaper, CitationNetwork } from '@almagest/contracts/literature'
 */

/**
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, signal?: AbortSignal | undefined, keepalive?: boolean }} [options]
 * @returns {Promise<Response>}
 */
export async function send(method, path, { body, signal, keepalive = false } = {}) {
  for (;;) {
    const isForm = body instanceof FormData;
    const known = token();
    const response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...(known === null ? {} : { Authorization: `Bearer ${known}` }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      signal: signal ?? null,
      keepalive,
    });
    if (response.ok) return response;
    const why = await response.text();
    if (response.status !== 401) throw new Error(why === '' ? `${response.status} ${response.statusText}` : why);
    // If another request has replaced the refused token meanwhile, this one is repeated with the new token.
    if (token() === known) await askForToken(why);
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function json(method, path, body) {
  return await (await send(method, path, { body })).json();
}

/** @param {Readonly<Record<string, string | number>>} values */
const query = (values) => new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));

/**
 * @param {string} q
 * @param {number} offset
 * @param {number} limit
 * @returns {Promise<StandardPaper[]>}
 */
export async function listLibrary(q, offset, limit) {
  const words = q.trim() === '' ? {} : { q: q.trim() };
  return await json('GET', `/api/library?${query({ ...words, order: 'newest', offset, limit })}`);
}

/**
 * @param {{ q: string, source: string, sort: string, start: number, rows: number }} search
 * @returns {Promise<{ papers: StandardPaper[], failures: string | null }>}
 */
export async function search(search) {
  const response = await send('GET', `/api/search?${query(search)}`);
  return { papers: await response.json(), failures: response.headers.get('X-Source-Errors') };
}

/**
 * @param {string} bibcode
 * @returns {Promise<PaperPage>}
 */
export async function readPage(bibcode) {
  return await json('GET', `/api/paper/page?${query({ bibcode })}`);
}

/**
 * @param {string} bibcode
 * @param {boolean} force
 * @returns {Promise<StandardPaper>}
 */
export async function download(bibcode, force) {
  return await json('POST', '/api/download', { bibcode, force });
}

/**
 * @param {string} bibcode
 * @param {boolean} force
 * @param {'html' | 'pdf'} [source] which of the two files; the one that was brought last, else the HTML
 */
export async function parse(bibcode, force, source) {
  await send('POST', '/api/parse', { body: { bibcode, force, source } });
}

/**
 * @param {string} bibcode
 * @param {boolean} force
 */
export async function translate(bibcode, force) {
  await send('POST', '/api/translate', { body: { bibcode, force } });
}

/**
 * @param {string} bibcode
 * @param {'pdf' | 'html'} type
 * @param {File} file
 * @returns {Promise<StandardPaper>}
 */
export async function upload(bibcode, type, file) {
  const form = new FormData();
  form.append('bibcode', bibcode);
  form.append('type', type);
  form.append('file', file);
  return await (await send('POST', '/api/upload', { body: form })).json();
}

/**
 * @param {string} bibcode
 * @param {boolean} clear
 * @returns {Promise<StandardPaper>}
 */
export async function markNoResource(bibcode, clear) {
  return await json('POST', '/api/no_resource', { bibcode, clear });
}

/**
 * @param {string} bibcode
 * @returns {Promise<string>}
 */
export async function exportBibtex(bibcode) {
  return (await json('POST', '/api/export', { bibcodes: [bibcode] })).bibtex;
}

/**
 * @param {string} bibcode
 * @returns {Promise<CitationNetwork>}
 */
export async function readCitations(bibcode) {
  return await json('GET', `/api/citations?${query({ bibcode })}`);
}

/**
 * @param {string} bibcode
 * @returns {Promise<NoteRecord[]>}
 */
export async function listNotes(bibcode) {
  return await json('GET', `/api/notes?${query({ bibcode })}`);
}

/**
 * @param {NewNote} note
 * @returns {Promise<NoteRecord>}
 */
export async function addNote(note) {
  return await json('POST', '/api/notes', note);
}

/**
 * @param {NoteChange} change
 * @returns {Promise<NoteRecord>}
 */
export async function changeNote(change) {
  return await json('PATCH', '/api/notes', change);
}

/** @param {number} id */
export async function deleteNote(id) {
  await send('DELETE', `/api/notes?${query({ id })}`);
}

/**
 * Tells the service which paper is looked at. Never in the way of what the user does, and done though the page goes.
 *
 * @param {string} bibcode
 */
export function reportActive(bibcode) {
  send('POST', '/api/active_bibcode', { body: { bibcode }, keepalive: true }).catch(() => undefined);
}

/**
 * @param {string} q
 * @param {string} source
 * @returns {Promise<number>}
 */
export async function countMatches(q, source) {
  return (await json('GET', `/api/sync/meta/count?${query({ q, source })}`)).total;
}

/**
 * @param {{ q: string, source: string, limit: number }} request
 * @returns {Promise<string>}
 */
export async function runMetaSync(request) {
  return await (await send('POST', '/api/sync/meta/run', { body: request })).text();
}

/**
 * @param {Record<string, unknown>} request
 * @returns {Promise<string>}
 */
export async function runAssetBatch(request) {
  return await (await send('POST', '/api/sync/asset/run', { body: request })).text();
}

/** @returns {Promise<string>} */
export async function stopAssetBatch() {
  return await (await send('POST', '/api/sync/asset/stop')).text();
}

/** @returns {Promise<SavedSyncQuery[]>} */
export async function listQueries() {
  return await json('GET', '/api/sync/queries');
}

/** @param {number} id */
export async function deleteQuery(id) {
  await send('DELETE', `/api/sync/queries/${id}`);
}
