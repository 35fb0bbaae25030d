import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowValidation } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { envelope, standIn } from './stand-in.ts';
import { gridctl, temporaryDirectory } from './world.ts';

const NAME = 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';
const POINT = { name: NAME, wave: 0, params: { teff: 20000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 } };
const WARNING = {
  severity: 'warning',
  message: 'unknown key. Did you mean timeout_sec?',
  path: 'timeout_sek',
  line: 9,
  column: 1,
  end_line: 9,
  end_column: 16,
  suggestion: 'timeout_sec',
} as const;
const SYNTAX = {
  ...WARNING,
  severity: 'error',
  path: null,
  message: 'not valid YAML: unexpected end',
  suggestion: null,
} as const;
const FAULT = {
  ...WARNING,
  severity: 'error',
  path: 'chain',
  message: 'is missing',
  line: null,
  column: null,
} as const;

const GOOD: WorkflowValidation = {
  valid: true,
  problems: [WARNING],
  plan: {
    points: 1200,
    wave_count: 2,
    waves: [],
    first_points: [POINT],
    last_points: [{ ...POINT, wave: 1 }],
    predicted_failures: { gamma: 0.7, points: 12, unbound: 3 },
    work: {
      slot_seconds: 36_000,
      attempts: 1400,
      alone_sec: 3600,
      slots: 10,
      based_on: { workflow: 'other', attempts: 80, failed_share: 0.125 },
    },
    work_note: null,
  },
  difference: {
    status: 'running',
    compared_with: 'started',
    config_yaml: '',
    points: { kept: 1000, added: 200, retired: 0 },
    changes: [
      { path: 'grid.teff', before: '[1]', after: '[1, 2]' },
      { path: 'learn', before: null, after: 'yes' },
    ],
    effects: ['the start adds 200 points'],
  },
};
const BAD: WorkflowValidation = { valid: false, problems: [SYNTAX, FAULT], plan: null, difference: null };

test('a valid configuration is shown with its plan and its changes, and the command exits with 0', async () => {
  const file = join(temporaryDirectory(), 'sdb.yaml');
  writeFileSync(file, 'grid: {}');
  const { url, calls } = await standIn({ validateWorkflow: () => envelope(GOOD) });
  const { code, stdout, stderr } = await gridctl(['--url', url, 'workflows', 'validate', file, '--name', 'sdb']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')).toEqual([
    `${file}:9:1: warning: timeout_sek: unknown key. Did you mean timeout_sec?`,
    'points           1,200',
    'waves            2',
    `first point      ${NAME}`,
    `last point       ${NAME} (wave 1)`,
    'expect failures  12 above Gamma_e 0.7, 3 of them unbound',
    'work             10 h on one slot, 1,400 attempts; 1 h on 10 slots',
    'based on         80 attempts of other, 12.5 % of points failed',
    '',
    'changes of sdb compared with the started configuration:',
    '- grid.teff: [1]',
    '+ grid.teff: [1, 2]',
    '+ learn: yes',
    'points: 1,000 kept, 200 added, 0 retired',
    'the start adds 200 points',
    '',
  ]);
  expect(JSON.parse(calls[0]?.body.toString() ?? '')).toEqual({ config_yaml: 'grid: {}', name: 'sdb' });
});

test('each fault has a line with its location, and the command exits with 1', async () => {
  const { url } = await standIn({ validateWorkflow: () => envelope(BAD) });
  const validate = ['--url', url, 'workflows', 'validate', '-'];
  const [lines, json] = await Promise.all([
    gridctl(validate, { stdin: 'grid: [' }),
    gridctl([...validate, '--json'], { stdin: 'grid: [' }),
  ]);
  expect(lines).toEqual({
    code: 1,
    stdout: '<stdin>:9:1: error: not valid YAML: unexpected end\n<stdin>: error: chain: is missing\n',
    stderr: 'gridctl: -: 2 faults\n',
  });
  expect([json.code, JSON.parse(json.stdout)]).toEqual([1, BAD]);
});

test('an unreadable file is a usage error', async () => {
  const { url, calls } = await standIn({});
  const { code, stderr } = await gridctl(['--url', url, 'workflows', 'validate', '/nonexistent/x.yaml']);
  expect([code, calls]).toEqual([2, []]);
  expect(stderr).toContain('/nonexistent/x.yaml: no such file');
});
