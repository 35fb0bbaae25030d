import { copyTemplate } from '@almagest/test-kit/test-database';
import { until } from '@almagest/test-kit/until';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { ChangeFeed } from '../src/persistence/service/change-feed.ts';

let url: string;
let admin: pg.Client;
let seen: boolean[];
beforeEach(async () => {
  url = await copyTemplate(process.env['GRID_TEST_ADMIN_URL'] ?? '');
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  seen = [];
});
afterEach(async () => await admin.end());

async function setForNewSessions(setting: string): Promise<void> {
  await admin.query(`do $$ begin execute format('alter database %I ${setting}', current_database()); end $$`);
}

function openFeed(lookEveryMs?: number): ChangeFeed {
  const onListening = (listening: boolean) => seen.push(listening);
  return new ChangeFeed({ url, schema: 'grid' }, { onChange: () => undefined, onListening }, lookEveryMs);
}

test('the change feed keeps its connection where the database ends idle sessions', async () => {
  await setForNewSessions('set idle_session_timeout = 200');
  const feed = openFeed();
  try {
    await feed.start();
    const control = new pg.Client({ connectionString: url }).on('error', () => undefined);
    await control.connect();
    await new Promise((resolve) => void control.once('end', resolve));
    await admin.query(`notify grid_change, '{}'`);
    expect(seen).toEqual([true]);
  } finally {
    await feed.stop();
  }
});

test('the change feed leaves a server that only reads', async () => {
  await setForNewSessions('set default_transaction_read_only = on');
  const feed = openFeed(20);
  try {
    await feed.start();
    await setForNewSessions('reset default_transaction_read_only');
    await until(() => seen.length === 3);
    expect(seen).toEqual([true, false, true]);
  } finally {
    await feed.stop();
  }
});
