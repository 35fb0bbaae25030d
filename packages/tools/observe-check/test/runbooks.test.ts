import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ALERTS } from './rules.ts';

const CHECKOUT = join(import.meta.dirname, '../../../..');

test.each(ALERTS.map((rule) => [rule.alert, rule] as const))('%s has a description and a runbook', (_name, rule) => {
  const { summary, description, runbook } = rule.annotations;
  expect(summary).toMatch(/\S/);
  expect(description).toMatch(/\.$/);
  const [file = '', anchor = ''] = runbook.split('#');
  expect(existsSync(join(CHECKOUT, file))).toBe(true);
  const headings = [...readFileSync(join(CHECKOUT, file), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(headings).toContain(anchor);
});
