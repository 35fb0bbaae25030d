import { expect, test } from '@jest/globals';
import { readDemoGrid } from '../settings.ts';
import { chooseRun, sampleWorkflow } from './sample-workflow.ts';

const completed = (name: string) => ({ name, status: 'completed' as const });

test('starts with the plain name and numbers later runs', () => {
  expect(chooseRun('demo', [])).toEqual({ name: 'demo', exists: false });
  expect(chooseRun('demo', [completed('demo')])).toEqual({ name: 'demo-2', exists: false });
  const ten = Array.from({ length: 10 }, (_, index) => completed(index === 0 ? 'demo' : `demo-${index + 1}`));
  expect(chooseRun('demo', ten)).toEqual({ name: 'demo-11', exists: false });
});

test('resumes the latest unfinished run', () => {
  const workflows = [completed('demo'), { name: 'demo-2', status: 'paused' as const }, completed('demo-3')];
  expect(chooseRun('demo', workflows)).toEqual({ name: 'demo-2', exists: true });
  expect(chooseRun('demo', [{ name: 'demo', status: 'idle' }])).toEqual({ name: 'demo', exists: true });
});

test('ignores workflows with similar names', () => {
  const others = ['demo-small', 'demo-1', 'demo-02', 'demo-2x', 'demonstration', 'my-demo'];
  const workflows = others.map((name) => ({ name, status: 'running' as const }));
  expect(chooseRun('demo', workflows)).toEqual({ name: 'demo', exists: false });
});

test('each size has its own name, and an unknown size is rejected', () => {
  expect(sampleWorkflow(readDemoGrid({ DEMO_GRID: '' })).name).toBe('demo');
  expect(sampleWorkflow(readDemoGrid({ DEMO_GRID: 'small' })).name).toBe('demo-small');
  expect(() => readDemoGrid({ DEMO_GRID: 'tiny' })).toThrow("DEMO_GRID is 'tiny'. Expected one of full, small");
});
