import { expect, test } from '@jest/globals';
import { readCommandLine } from './options.ts';

const read = (...argv: string[]) => readCommandLine('start', argv, { GRID_PORT: '1', HOST: 'here' });

test('an option overrides the variable with the same meaning', () => {
  const options = ['--literature-port=9'];
  expect(read(...options)).toEqual({
    kind: 'run',
    environment: { GRID_PORT: '1', HOST: 'here', LITERATURE_PORT: '9' },
    exit: false,
  });
  for (const option of ['--port', '--grid-port'])
    expect(read(option, '8')).toEqual({
      kind: 'run',
      environment: { GRID_PORT: '8', HOST: 'here' },
      exit: false,
    });
});

test.each([
  [['--prot', '8'], "Unknown option '--prot'"],
  [['--exit'], "Unknown option '--exit'"],
  [['8090'], "Unexpected argument '8090'"],
  [['--port'], "Option '--port <value>' argument missing"],
  [['--port', '1', '--grid-port', '2'], '--port and --grid-port are the same option'],
])('an invalid command line is reported: %j', (argv, told) => {
  const fault = read(...argv);
  expect(fault.kind === 'fault' && fault.message).toContain(told);
  expect(fault.kind === 'fault' && fault.message).toMatch(/\. See sh infra\/local\/start --help$/);
  expect(fault.kind === 'fault' && fault.message.split('\n')).toHaveLength(1);
});

test('the demonstration keeps running at its end unless --exit is given', () => {
  const demo = (...argv: string[]) => readCommandLine('demo', argv, {});
  expect([demo(), demo('--exit')]).toEqual([
    { kind: 'run', environment: {}, exit: false },
    { kind: 'run', environment: {}, exit: true },
  ]);
  const help = [demo('--help'), read('--help')].map((line) => line.kind === 'help' && line.text.includes('--exit'));
  expect(help).toEqual([true, false]);
});

test('help lists every option', () => {
  const help = read('--help', '--port', '1');
  for (const option of ['--port', '--grid-port', '--literature-port', '--help'])
    expect(help.kind === 'help' && help.text).toContain(option);
});
