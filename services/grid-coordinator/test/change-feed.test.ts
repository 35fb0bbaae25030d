import { copyTemplate } from '@almagest/test-kit/test-database';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { ChangeFeed } from '../src/persistence/service/change-feed.ts';

test('the change feed keeps its connection where the database ends idle sessions', async () => {
  const url = await copyTemplate(process.env['GRID_TEST_ADMIN_URL'] ?? '');
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(
    `do $$ begin execute format('alter database %I set idle_session_timeout = 200', current_database()); end $$`,
  );
  const seen: boolean[] = [];
  const onListening = (listening: boolean) => seen.push(listening);
  const feed = new ChangeFeed({ url, schema: 'grid' }, { onChange: () => undefined, onListening });
  try {
    await feed.start();
    const control = new pg.Client({ connectionString: url }).on('error', () => undefined);
    await control.connect();
    await new Promise((resolve) => void control.once('end', resolve));
    await admin.query(`notify grid_change, '{}'`);
    expect(seen).toEqual([true]);
  } finally {
    await feed.stop();
    await admin.end();
  }
});
