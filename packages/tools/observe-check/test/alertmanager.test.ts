import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { ALERTS } from './rules.ts';

interface Route {
  readonly receiver: string;
  readonly matchers?: readonly string[];
  readonly routes?: readonly Route[];
}

interface Inhibition {
  readonly source_matchers: readonly string[];
  readonly target_matchers: readonly string[];
  readonly equal?: readonly string[];
}

const FILE = join(import.meta.dirname, '../../../../infra/observe/alertmanager.yml');
const { route, receivers, inhibit_rules } = load(readFileSync(FILE, 'utf8')) as {
  readonly route: Route;
  readonly receivers: readonly { readonly name: string }[];
  readonly inhibit_rules: readonly Inhibition[];
};

/** Returns the alerts that a matcher selects. Throws if a part of the matcher selects no alert. */
function selected(matcher: string): string[] {
  const [, label = '', values = ''] = /^(alertname|severity)=~?"([^"]+)"$/.exec(matcher) ?? [];
  return values.split('|').flatMap((value) => {
    const alerts = ALERTS.filter((rule) => (label === 'severity' ? rule.labels.severity : rule.alert) === value);
    if (alerts.length === 0) throw new Error(`${matcher} names no alert: ${value}`);
    return alerts.map(({ alert }) => alert);
  });
}

test('the example for Alertmanager routes to receivers that exist, by labels of the alerts', () => {
  const names = receivers.map(({ name }) => name);
  const routes = [route, ...(route.routes ?? [])];
  expect(routes.map(({ receiver }) => receiver).toSorted()).toEqual(names.toSorted());
  for (const { matchers = [] } of routes) for (const matcher of matchers) expect(selected(matcher)).not.toEqual([]);
});

test('the example inhibits only existing alerts, and only of the same workflow if both name one', () => {
  for (const { source_matchers, target_matchers, equal = [] } of inhibit_rules) {
    const sources = source_matchers.flatMap(selected);
    const targets = target_matchers.flatMap(selected);
    expect(targets.filter((target) => sources.includes(target))).toEqual([]);
    for (const label of equal)
      for (const name of [...sources, ...targets])
        expect(ALERTS.find(({ alert }) => alert === name)!.expr).toContain(`by (${label})`);
  }
});
