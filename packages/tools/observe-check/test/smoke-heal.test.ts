import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const HEAL = join(import.meta.dirname, '../../../../infra/compose/smoke.d/heal.sh');

/**
 * Runs a step of the smoke test against a service with the containers a and b, and returns the commands for the
 * containers.
 *
 * @param looks the healthy containers with their start times, for each look. The last look is repeated
 */
function run(step: string, looks: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'heal-'));
  for (const [index, look] of looks.entries()) writeFileSync(join(folder, String(index + 1)), look);
  const script = `set -euo pipefail
    source "$1"
    cd "$2"
    echo 0 >look
    starts_of() {
      local look=$(($(cat look) + 1))
      [ -e "$look" ] || look=${looks.length}
      echo "$look" >look
      cat "$look"
    }
    dc() { printf 'a\\nb\\n'; }
    docker() { echo "$2 at look $(cat look)" >>done; }
    say() { :; }
    fail() { echo "failed: $1" >>done; exit 1; }
    await() { shift; until "$@"; do :; done; }
    ${step}`;
  execFileSync('bash', ['-c', script, 'smoke', HEAL, folder]);
  const done = readFileSync(join(folder, 'done'), 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  return done;
}

test.each(['crash_and_heal api', 'stop_and_heal api'])('%s waits until all containers are healthy', (step) => {
  const looks = ['', 'b 1\n', 'a 1\nb 1\n', 'a 2\n', 'a 2\nb 1\n', 'a 2\nb 2\n'];
  expect(run(`${step}; docker exec end`, looks)).toEqual(['a at look 3', 'b at look 3', 'end at look 6']);
});

test('a count waits until all containers are healthy, and is not satisfied by other numbers', () => {
  const looks = ['a 1\n', 'a 1\nb 1\n'];
  expect(run('await "" has_replicas api 2; docker exec end', looks)).toEqual(['end at look 2']);
  expect(run('has_replicas api 3 || docker exec none', ['a 1\nb 1\n'])).toEqual(['none at look 1']);
});
