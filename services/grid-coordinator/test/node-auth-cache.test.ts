import { expect, test } from '@jest/globals';
import { digestOf } from '@almagest/service-kit/credentials';
import { openDatabase } from '@almagest/service-kit/database';
import { NodeAuthCache } from '../src/application/nodes/node-auth-cache.ts';
import type { Database } from '../src/persistence/database.ts';
import { givenNode, useWorld } from './world.ts';

const world = useWorld({ worker: false });

test('does not cache a lookup during which the node changed, or while no notification of changes can arrive', async () => {
  const node = await givenNode(world, 'n1');
  const at = { url: world.databaseUrl, schema: 'grid' };
  const { db } = openDatabase<Database>(at, {
    max: 1,
    onFault: (fault) => {
      throw fault;
    },
  });
  try {
    const nodeAuth = new NodeAuthCache(db);
    nodeAuth.listening = true;
    const tokenHash = digestOf(node.token);
    const underWay = nodeAuth.find(tokenHash);
    // The change notification arrives before the result that was read before the change.
    nodeAuth.forget(node.id);
    expect(await underWay).toMatchObject({ nodeId: node.id });
    await world.sql(`update node set token_hash = '\\x00' where node_id = $1`, [node.id]);
    expect(await nodeAuth.find(tokenHash)).toBeUndefined();
    // No notification can arrive.
    nodeAuth.listening = false;
    await world.sql('update node set token_hash = $1 where node_id = $2', [tokenHash, node.id]);
    expect(await nodeAuth.find(tokenHash)).toMatchObject({ nodeId: node.id });
    await world.sql(`update node set token_hash = '\\x00' where node_id = $1`, [node.id]);
    expect(await nodeAuth.find(tokenHash)).toBeUndefined();
  } finally {
    await db.destroy();
  }
});
