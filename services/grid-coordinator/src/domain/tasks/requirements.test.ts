import type { NodeMachine, Requirements } from '@almagest/contracts/grid';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { combined, fits, whyNoneFits } from './requirements.ts';

const tags = fc.uniqueArray(fc.constantFrom('gpu', 'fast', 'site:a'), { maxLength: 3 });
const arch = fc.constantFrom('x64', 'arm64');
const machines: fc.Arbitrary<NodeMachine> = fc.record({
  cores: fc.integer({ min: 1, max: 8 }),
  memory_gb: fc.integer({ min: 1, max: 8 }),
  arch,
  free_disk_gb: fc.constant(1),
  tags,
});
const requirements: fc.Arbitrary<Requirements> = fc.record(
  {
    cores: fc.integer({ min: 1, max: 8 }),
    memory_gb: fc.integer({ min: 1, max: 8 }),
    arch,
    tags: tags.filter(({ length }) => length > 0),
  },
  { requiredKeys: [] },
);

const machine = (more: Partial<NodeMachine>): NodeMachine => {
  return { cores: 8, memory_gb: 32, arch: 'x64', free_disk_gb: 100, tags: [], ...more };
};

describe('requirements', () => {
  test('combined requirements fit exactly the machines that fit each of them', () => {
    fc.assert(
      fc.property(fc.array(requirements, { maxLength: 3 }), machines, (parts, one) => {
        expect(fits(combined(parts), one)).toBe(parts.every((part) => fits(part, one)));
      }),
    );
  });

  test('there is a reason exactly if there are machines and none fits', () => {
    fc.assert(
      fc.property(requirements, fc.array(fc.option(machines), { maxLength: 4 }), (required, all) => {
        const none = all.length > 0 && all.every((one) => !fits(required, one));
        expect(whyNoneFits(required, all) !== undefined).toBe(none);
      }),
    );
  });

  test('a machine that is not known takes only tasks without requirements', () => {
    expect(fits({}, null)).toBe(true);
    expect(fits({ cores: 1 }, null)).toBe(false);
  });

  test.each<[Requirements, NodeMachine[], string]>([
    [
      { memory_gb: 64 },
      [machine({ memory_gb: 32 }), machine({ memory_gb: 16 })],
      'needs 64 GB of memory. The largest node has 32',
    ],
    [
      { cores: 16, tags: ['gpu'] },
      [machine({})],
      'needs 16 cores. The largest node has 8, and needs the tag gpu, which no node has',
    ],
    [{ arch: 'arm64' }, [machine({})], 'needs arm64. The nodes have x64'],
    [
      { memory_gb: 64, tags: ['gpu'] },
      [machine({ memory_gb: 64 }), machine({ tags: ['gpu'] })],
      'needs 64 GB of memory, the tag gpu. No node has all of these',
    ],
  ])('%j: says what the nodes lack', (required, all, reason) => {
    expect(whyNoneFits(required, all)).toBe(reason);
  });
});
