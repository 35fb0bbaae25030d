import type { NoteRecord } from '@almagest/contracts/literature';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { givenFound } from '../papers.ts';
import { OFTEN_SWEPT } from '../world.ts';

let bibcode = '';
const reader = readerWorld(
  async (world) => {
    ({ bibcode } = await givenFound(world, 'okonkwo2014'));
  },
  { env: OFTEN_SWEPT },
);

const HOSTILE = '<img src=x onerror=alert(1)>\u202e hidden';
const writing = (note_text: string) => ({ name: 'add_note', arguments: { bibcode, paragraph_index: 0, note_text } });

async function notes(): Promise<string[]> {
  const { body } = await reader.world.call('get', '/api/notes').query({ bibcode }).expect(200);
  return (body as NoteRecord[]).map(({ note_text }) => note_text);
}

browserTest('asks for permission with complete arguments, once or for the session, and survives a reload', async () => {
  const { lab } = reader.world;
  lab.setScript([
    { when: 'Note it', reasoning: 'I shall write.', tool_calls: [writing(`one ${HOSTILE}`)] },
    { text: `It is **noted**. ${HOSTILE}` },
    { when: 'And two more', tool_calls: [writing('two')] },
    { text: 'Two are noted.' },
    { when: 'A last one', tool_calls: [writing('three')] },
    { text: 'All are noted.' },
  ]);
  const { page, faults } = await reader.open({ at: '/agent' });
  await page.getByLabel('Question', { exact: true }).fill('Note it down');
  await page.reload();
  await page.getByLabel('Question', { exact: true }).press('Enter');
  const card = page.getByRole('region', { name: /^Add a note to “.+”\?$/ });
  await card.waitFor();
  // The card shows all arguments of the tool, and hides nothing.
  await card.getByText(String.raw`one <img src=x onerror=alert(1)>\u202e hidden`).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  // A second tab shows the same question and follows the answer.
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByRole('region', { name: /^Add a note to “.+”\?$/ }).waitFor();
  await page.reload();
  expect(await notes()).toEqual([]);
  await card.getByRole('button', { name: 'Allow once' }).click();
  await page.getByText('noted', { exact: true }).waitFor();
  await second.getByText('noted', { exact: true }).waitFor();
  await second.close();
  expect(await notes()).toHaveLength(1);
  expect(await page.locator('.steps img').count()).toBe(0);
  const completed = page.getByRole('status').getByText('completed');
  await completed.waitFor();
  await page.getByLabel('Question', { exact: true }).fill('And two more');
  await page.getByLabel('Question', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Always allow it to add a note in this session' }).click();
  await page.getByText('Two are noted.').waitFor();
  await completed.waitFor();
  await page.getByLabel('Question', { exact: true }).fill('A last one');
  await page.getByLabel('Question', { exact: true }).press('Enter');
  await page.getByText('All are noted.').waitFor();
  expect(await notes()).toHaveLength(3);
  await page.getByRole('button', { name: 'Ask again: add a note' }).click();
  await page.getByRole('button', { name: 'Ask again: add a note' }).waitFor({ state: 'detached' });
  await page.getByText('Audit log').click();
  await page.getByRole('table', { name: 'Audit log' }).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('shows sub-agents within their calls, answers questions, streams, stops and deletes', async () => {
  const { lab } = reader.world;
  lab.setScript([
    {
      when: 'Count them',
      tool_calls: [{ name: 'subagent', arguments: { task: 'Look into the library', name: 'reader' } }],
    },
    { when: 'Look into', tool_calls: [{ name: 'list_library', arguments: {} }] },
    { text: 'The library has one.' },
    { tool_calls: [{ name: 'ask_user', arguments: { question: 'Which <b>star</b>?', options: ['Vega', 'Deneb'] } }] },
    { when: 'Vega', text: 'Vega it is.' },
  ]);
  const { page, faults } = await reader.open({ at: '/agent', viewport: { width: WIDTHS.phone, height: 900 } });
  await page.getByLabel('Question', { exact: true }).fill('Count them');
  await page.getByLabel('Question', { exact: true }).press('Enter');
  await page.getByRole('region', { name: 'Agent reader' }).getByText('The library has one.').waitFor();
  await page.getByText('Which <b>star</b>?', { exact: true }).waitFor();
  expect(await overflowOf(page)).toBe(0);
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Vega' }).click();
  await page.getByText('Vega it is.').waitFor();
  await page.getByRole('status').getByText('completed').waitFor();
  lab.setScript([{ text: `Slowly. ${'And so on, without an end. '.repeat(2_000)}` }]);
  lab.setFault('provider.chat', { kind: 'slow_drip', bytes: 200, every_ms: 80 });
  await page.getByLabel('Question', { exact: true }).fill('Tell me');
  await page.getByLabel('Question', { exact: true }).press('Enter');
  const streamed = page.locator('.agent-session > .stack > .rich-text');
  await streamed.getByText('And so on').first().waitFor();
  await page.reload();
  const before = (await streamed.textContent())?.length ?? 0;
  await until(async () => ((await streamed.textContent())?.length ?? 0) > before, 'more of the answer');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('status').getByText('stopped').waitFor();
  lab.clearFaults();
  // Another tab continues the session, and this tab follows it.
  lab.setScript([{ when: 'Go on', text: 'Onwards.' }]);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByLabel('Question', { exact: true }).fill('Go on');
  await second.getByLabel('Question', { exact: true }).press('Enter');
  for (const tab of [second, page]) await tab.getByText('Onwards.').waitFor();
  await second.close();
  await page.getByRole('button', { name: 'Delete: Count them' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('link', { name: 'Count them' }).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

browserTest('keeps sessions in place under the pointer when another one starts', async () => {
  const { world } = reader;
  world.lab.setScript([{ text: 'One.' }, { text: 'Two.' }]);
  await world.call('post', '/api/chat/agent').send({ question: 'The first', session_id: null }).expect(200);
  const { page, faults } = await reader.open({ at: '/agent' });
  const sessions = page.getByRole('navigation', { name: 'Sessions' });
  const first = sessions.getByRole('listitem').first();
  await first.getByRole('button', { name: 'Delete: The first' }).hover();
  await world.call('post', '/api/chat/agent').send({ question: 'The second', session_id: null }).expect(200);
  await sessions.getByText('The list has changed.').waitFor();
  await first.getByText('The first').waitFor();
  await page.mouse.move(700, 500);
  await first.getByText('The second').waitFor();
  expect(faults).toEqual([]);
});
