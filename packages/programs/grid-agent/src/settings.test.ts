import { AGENT_VERSION } from './agent-version.ts';
import { describe, expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';

const enough = ['--url', 'http://h:8090', '--node-id', 'n1', '--slots', '4', '--engine', 'run', '--work-dir', '/w'];

describe('settings', () => {
  test('come from the command line, with defaults', () => {
    expect(readSettings(enough, {})).toMatchObject({
      kind: 'ok',
      settings: { url: 'http://h:8090/', nodeId: 'n1', slots: 4, engine: 'run', workDir: '/w', heartbeatMs: 15_000 },
    });
  });

  test('come from the environment if the command line does not set them', () => {
    const env = { GRID_AGENT_SLOTS: '9', GRID_AGENT_POLL_SEC: '0.5', GRID_AGENT_HEARTBEAT_SEC: '' };
    expect(readSettings(enough, env)).toMatchObject({
      kind: 'ok',
      settings: { slots: 4, pollMs: 500, heartbeatMs: 15_000 },
    });
  });

  test('report every fault on its own line', () => {
    const read = readSettings(['--url', 'ftp://h', '--slots', '0', '--heartbeat-sec', 'soon'], {});
    expect(read).toEqual({
      kind: 'faults',
      faults: [
        '--url (GRID_AGENT_URL) is "ftp://h": expected an http or https address without credentials',
        '--node-id (GRID_AGENT_NODE_ID) missing: expected 1-64 letters, digits, . _ -',
        '--slots (GRID_AGENT_SLOTS) is "0": expected an integer from 1 to 4096',
        '--engine (GRID_AGENT_ENGINE) missing: expected a command',
        '--work-dir (GRID_AGENT_WORK_DIR) missing: expected a folder',
        '--heartbeat-sec (GRID_AGENT_HEARTBEAT_SEC) is "soon": expected a number of seconds above 0, at most 86400',
      ],
    });
  });

  test('reject unknown options and extra arguments', () => {
    expect(readSettings([...enough, '--speed', '9'], {})).toMatchObject({ kind: 'faults' });
    expect(readSettings([...enough, 'surplus'], {})).toMatchObject({ kind: 'faults' });
  });

  test('reject credentials in the address', () => {
    expect(readSettings([...enough, '--url', 'http://a:b@h'], {})).toMatchObject({ kind: 'faults' });
  });

  test('reject an empty join key', () => {
    expect(readSettings([...enough, '--join-key-file', '/dev/null'], {})).toEqual({
      kind: 'faults',
      faults: ['--join-key-file (GRID_AGENT_JOIN_KEY_FILE): /dev/null is empty'],
    });
  });

  test('print the version', () => {
    expect(readSettings(['--version'], {})).toEqual({ kind: 'text', text: `${AGENT_VERSION}\n` });
  });

  test('print a help text', () => {
    expect(readSettings(['--help'], {})).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('GRID_AGENT_WORK_DIR'),
    });
  });
});
