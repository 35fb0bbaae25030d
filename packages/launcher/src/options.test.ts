import { expect, test } from '@jest/globals';
import { readCommandLine } from './options.ts';

const read = (...argv: string[]) => readCommandLine('start', argv, { GRID_PORT: '1', HOST: 'here' });

test('an option wins over the variable of the same meaning', () => {
  const options = ['--literature-port=9'];
  expect(read(...options)).toEqual({
    kind: 'run',
    environment: { GRID_PORT: '1', HOST: 'here', LITERATURE_PORT: '9' },
  });
  for (const option of ['--port', '--grid-port'])
    expect(read(option, '8')).toEqual({ kind: 'run', environment: { GRID_PORT: '8', HOST: 'here' } });
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

test('help names every option', () => {
  const help = read('--help', '--port', '1');
  for (const option of ['--port', '--grid-port', '--literature-port', '--help'])
    expect(help.kind === 'help' && help.text).toContain(option);
});
