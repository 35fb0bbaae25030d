import type { AdminNode } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';

type Node = Pick<AdminNode, 'node_id' | 'status'>;
const { inPlace } = (await import(new URL('../console/node-order.js', import.meta.url).href)) as {
  inPlace: (places: Map<string, number>, nodes: readonly Node[]) => Node[];
};

const names = (nodes: readonly Node[]) => nodes.map(({ node_id }) => node_id);

test('the page opens with the applicants first, then by status and name', () => {
  const nodes = (['online', 'rejected', 'pending_approval', 'offline'] as const).flatMap((status, place) => [
    { node_id: `z${place}`, status },
    { node_id: `a${place}`, status },
  ]);
  expect(names(inPlace(new Map(), nodes))).toEqual(['a2', 'z2', 'a3', 'z3', 'a0', 'z0', 'a1', 'z1']);
});

test('a row keeps its place whatever happens to the nodes, and new ones are added at the end', () => {
  const status = fc.constantFrom('pending_approval', 'offline', 'online', 'disabled', 'rejected');
  const fleet = fc.uniqueArray(fc.record({ node_id: fc.stringMatching(/^[a-z]{1,3}$/), status }), {
    selector: ({ node_id }) => node_id,
  });
  fc.assert(
    fc.property(fc.array(fleet, { minLength: 2, maxLength: 6 }), (visits) => {
      const places = new Map<string, number>();
      let seen: string[] = [];
      for (const nodes of visits) {
        const shown = names(inPlace(places, nodes));
        const known = seen.filter((name) => shown.includes(name));
        expect(shown.slice(0, known.length)).toEqual(known);
        expect(shown.toSorted()).toEqual(nodes.map(({ node_id }) => node_id).toSorted());
        seen = [...seen, ...shown.filter((name) => !seen.includes(name))];
      }
    }),
  );
});

test('an approval asks first and names the node, in the question and on the button', () => {
  const source = readFileSync(new URL('../console/node-actions.js', import.meta.url), 'utf8');
  const approve = source.slice(source.indexOf('approve: async'), source.indexOf('reject: async'));
  expect(approve).toMatch(/await ask\(\{\s+title: `Approve \$\{node\}\?`,[^}]+confirm: `Approve \$\{node\}`/);
  expect(approve.indexOf('if (!sure) return')).toBeGreaterThan(0);
  expect(approve.indexOf('if (!sure) return')).toBeLessThan(approve.indexOf('issueToken'));
});

test('a failed point offers to be tried again, and asks for that point alone', () => {
  const source = readFileSync(new URL('../console/view-point.js', import.meta.url), 'utf8');
  expect(source).toMatch(/point\.status === 'failed' \? button\('rearm', 'Try again…'/);
  expect(source).toMatch(/rearmPoints\(name, \{ point \}\)/);
});
