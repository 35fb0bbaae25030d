import type { Browser, Page } from 'playwright-core';
import { openVisit, pageCpuSec } from '../browser/visit.ts';
import { summarise } from '../latencies.ts';
import type { Literature } from '../literature/service.ts';
import type { Row } from '../report/row.ts';

/** The approximate number of paragraphs and formulas on a journal page. */
const BLOCKS_OF_PAGE = 16;
const TURNS = 60;
const TURN_PX = 400;
const TO_TEXT_MS = 2_000;
const MOST_ELEMENTS = 5_000;

/** The number of pages by paper. Each paper is parsed, and its text is then replaced by a text of this length. */
const PAGES: Readonly<Record<string, number>> = { quist2017: 10, okonkwo2014: 40, zhao2023: 100 };

/**
 * Measures papers of three lengths: the time from their address to their text, scrolling, and the number of elements on
 * the page.
 */
export async function* measurePapers(browser: Browser, service: Literature, url: string): AsyncGenerator<Row> {
  for (const [key, pages] of Object.entries(PAGES)) {
    const bibcode = await parsedPaper(service, url, key);
    await service.sql.query('delete from block using paper where paper.id = paper_id and bibcode = $1', [bibcode]);
    await service.sql.query(REPLACE, [bibcode, pages * BLOCKS_OF_PAGE - 1]);
    yield* measurePaper(browser, service, url, { bibcode, pages });
  }
}

async function* measurePaper(
  browser: Browser,
  { apiCpuSec }: Literature,
  url: string,
  { bibcode, pages }: { readonly bibcode: string; readonly pages: number },
): AsyncGenerator<Row> {
  const opened: { ms: number; sent: string; cpu: string }[] = [];
  let elements = 0;
  let frames: number[] = [];
  // The service typesets the formulas on the first visit, and caches them.
  for (const _ of ['first', 'again']) {
    const visit = await openVisit(browser, url);
    const before = [await pageCpuSec(browser), apiCpuSec()] as const;
    await visit.go(`/papers/${encodeURIComponent(bibcode)}`);
    await visit.page.getByText('Paragraph 1 ', { exact: false }).first().waitFor();
    const ms = await visit.page.evaluate<number>('performance.now()');
    const [page, api] = [(await pageCpuSec(browser)) - before[0], apiCpuSec() - before[1]];
    opened.push({
      ms,
      sent: await visit.sent(),
      cpu: `processor time ${page.toFixed(1)} s of the page, ${api.toFixed(1)} s of the API`,
    });
    frames = await scroll(visit.page);
    elements = Math.max(elements, await visit.page.evaluate<number>('document.querySelectorAll("*").length'));
    await visit.close();
  }
  const [first, again] = opened;
  if (first === undefined || again === undefined) return;
  const of = (what: string) => `paper of ${pages} pages, ${what}`;
  const goal = { atMost: TO_TEXT_MS };
  yield { what: of('first to its text'), value: first.ms, unit: 'ms', detail: `${first.sent}; ${first.cpu}`, goal };
  yield { what: of('again'), value: again.ms, unit: 'ms', detail: `${again.sent}; ${again.cpu}`, goal };
  const { p50, p95, max } = summarise(frames);
  yield {
    what: of('scrolled: time between frames'),
    value: p95,
    unit: 'ms',
    detail: `p95 of ${frames.length}; p50 ${p50.toFixed(1)}, longest ${max.toFixed(0)} ms`,
  };
  yield { what: of('elements'), value: elements, unit: '', detail: 'after scrolling', goal: { atMost: MOST_ELEMENTS } };
}

/** Scrolls the text with the mouse wheel. Returns the times between the frames drawn in the meantime, in ms. */
async function scroll(page: Page): Promise<number[]> {
  await page.getByText('Paragraph 1 ', { exact: false }).first().hover();
  await page.evaluate(`{
    window.drawn = [];
    const note = (at) => { window.drawn.push(at); requestAnimationFrame(note); };
    requestAnimationFrame(note);
  }`);
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, TURN_PX);
  const drawn = await page.evaluate<number[]>('window.drawn');
  return drawn.slice(1).map((at, place) => at - (drawn[place] ?? at));
}

async function parsedPaper({ lab }: Literature, url: string, key: string): Promise<string> {
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`);
    await reply.text();
  };
  const { bibcode } = lab.library.byKey(key);
  await call('GET', `/api/search?q=${encodeURIComponent(`bibcode:"${bibcode}"`)}&source=catalog`);
  await call('POST', '/api/download', { bibcode });
  await call('POST', '/api/parse', { bibcode });
  return bibcode;
}

const REPLACE = `
  with own as (select id from paper where bibcode = $1)
  insert into block (paper_id, position, id, kind, text, text_hash, markdown)
  select own.id, n, 'b-' || n, case n % 4 when 0 then 'equation' else 'paragraph' end, text, md5(text),
    case n % 4 when 0 then '$$ ' || text || ' $$' else text || ' with $x_{' || n || '}^{2}+\\alpha$' end
  from own, generate_series(0, $2::int) n,
    lateral (select case n % 4 when 0 then 'y_{' || n || '}=\\frac{a}{b}+\\sqrt{c}'
      else 'Paragraph ' || n || ' ' || repeat('of a long paper ', 22) end as text) t`;
