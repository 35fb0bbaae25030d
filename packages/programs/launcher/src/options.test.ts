import { expect, test } from '@jest/globals';
import { readCommandLine } from './options.ts';

const read = (...argv: string[]) => readCommandLine('start', argv, { GRID_PORT: '1', HOST: 'here' });

test('an option wins over the variable of the same meaning', () => {
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
  [['--port', '1', '--grid-port', '2'], '--port and --grid-port are the same'],
])('a command line that means nothing is told as such: %j', (argv, told) => {
  const fault = read(...argv);
  expect(fault.kind === 'fault' && fault.message).toContain(told);
  expect(fault.kind === 'fault' && fault.message).toMatch(/; sh infra\/local\/start --help shows the options$/);
  expect(fault.kind === 'fault' && fault.message.split('\n')).toHaveLength(1);
});

test('the demonstration stays at its end unless it is told to exit', () => {
  const demo = (...argv: string[]) => readCommandLine('demo', argv, {});
  expect([demo(), demo('--exit')]).toEqual([
    { kind: 'run', environment: {}, exit: false },
    { kind: 'run', environment: {}, exit: true },
  ]);
  const help = [demo('--help'), read('--help')].map((line) => line.kind === 'help' && line.text.includes('--exit'));
  expect(help).toEqual([true, false]);
});

test('help names every option', () => {
  const help = read('--help', '--port', '1');
  for (const option of ['--port', '--grid-port', '--literature-port', '--help'])
    expect(help.kind === 'help' && help.text).toContain(option);
});
