// Tests the page that links libraries at Zotero and SciX.
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { screenshot } from '@almagest/test-kit/screenshot';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { article, givenZotero, ZOTERO_KEY } from '../linked-calls.ts';
import type { World } from '../world.ts';

const SCIX = 'aLibraryOfSciX';

const reader = readerWorld(prepare);

/** Creates a library at Zotero with two papers, one of them in a collection, and a file that cannot be imported. */
function prepare(world: World): Promise<void> {
  const library = givenZotero(world);
  const winds = library.put('collections', { name: 'Winds' });
  const one = library.put('items', article('Winds of stars', { collections: [winds] }));
  library.put('items', article('Dust'));
  world.lab.scix.set(SCIX, { name: 'Stars', bibcodes: [world.lab.library.byKey('okonkwo2014').bibcode] });
  library.attach(one, 'page.html', Buffer.from('<p>'), { contentType: 'text/html' });
  return Promise.resolve();
}

browserTest('links a library, shows imported, skipped and removed items, and deletes the link', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Accounts' }).click();
  await page.getByRole('navigation', { name: 'Accounts' }).getByRole('link', { name: 'Zotero and SciX' }).click();
  await page.getByText('No linked libraries yet.').waitFor();
  await page.getByLabel('API key of zotero.org').fill('aKeyThatNobodyHas1234567');
  await page.getByRole('button', { name: 'Find libraries' }).click();
  await page
    .getByText(/Zotero refused the API key/)
    .first()
    .waitFor();
  await page.getByLabel('API key of zotero.org').fill(ZOTERO_KEY);
  await page.getByRole('button', { name: 'Find libraries' }).click();
  await page.getByLabel('Library', { exact: true }).selectOption('ada');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const panel = page.getByRole('region', { name: 'ada', exact: true });
  await panel.getByText('2 new papers, 0 changed, 0 notes, 0 highlights, 0 files').waitFor();
  await panel.getByText('Last complete import:').waitFor();
  await panel.getByText('Not imported (1)').click();
  await panel.getByText('the file is not a PDF (text/html)').waitFor();
  const library = reader.world.lab.zotero.library('users/7');
  const dust = [...library.objects.items].find(([, { data }]) => data['title'] === 'Dust');
  library.remove('items', dust?.[0] ?? '');
  await panel.getByRole('button', { name: 'Import now: ada' }).click();
  await panel.getByText('Removed there, kept here (1)').click();
  await panel.getByText('the entry was deleted').waitFor();
  for (const [kind, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page)).toBe(0);
    await screenshot(page, `reader-linked-${kind}`);
  }
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Clear this list' }).click();
  await panel.getByText('Removed there, kept here (1)').waitFor({ state: 'detached' });
  await panel.getByRole('link', { name: 'Show papers' }).click();
  await page.getByRole('table', { name: 'Papers' }).getByRole('link', { name: 'Dust' }).waitFor();
  await page.goBack();
  await panel.getByRole('button', { name: 'Unlink ada' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('No linked libraries yet.').waitFor();
  const { body } = await reader.world.call('get', '/api/library/papers').expect(200);
  expect((body as { total: number }).total).toBe(2);
  await page.getByLabel('Address or id of the library').fill(`https://scix.example/public-libraries/${SCIX}`);
  await page.getByRole('button', { name: 'Link SciX library' }).click();
  const scix = page.getByRole('region', { name: 'Stars', exact: true });
  await scix.getByText('1 new papers, 0 changed').waitFor();
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});
