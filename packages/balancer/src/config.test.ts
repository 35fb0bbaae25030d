import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

test('replicas are named by host and port', () => {
  expect(readConfig({ BACKENDS: 'grid-api:8090, 10.0.0.2:80' }, []).backends).toEqual([
    { host: 'grid-api', port: 8090 },
    { host: '10.0.0.2', port: 80 },
  ]);
});

test('a malformed list of replicas stops the start', () => {
  for (const text of ['grid-api', 'a:1,', 'http://a:1', 'a:1 b:2'])
    expect(() => readConfig({ BACKENDS: text }, [])).toThrow('BACKENDS is malformed');
  expect(() => readConfig({}, [])).toThrow('BACKENDS is not set');
});
