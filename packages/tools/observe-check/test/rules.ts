import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';

const OBSERVE = join(import.meta.dirname, '../../../../infra/observe');

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string };
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly AlertRule[] }[];
}

interface Scrapes {
  readonly scrape_configs: readonly { readonly job_name: string; readonly [key: string]: unknown }[];
}

const read = (file: string): unknown => load(readFileSync(join(OBSERVE, file), 'utf8'));

export const RULES = read('alerts.yml') as Rules;
export const ALERTS = RULES.groups.flatMap(({ rules }) => rules);

/** The interval of the scrapes and of the evaluation of rules in the test, in seconds. */
const EVERY_SEC = 2;

/** Durations are divided by this factor, so that hours become seconds. They never become shorter than a few scrapes. */
const FASTER = 240;
const SHORTEST_WINDOW_SEC = 7 * EVERY_SEC;
const SHORTEST_FOR_SEC = 2 * EVERY_SEC;

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 };

function shorter(duration: string, shortestSec: number): string {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (!(seconds >= 0)) throw new Error(`${duration} is not a duration`);
  return `${Math.max(shortestSec, Math.round(seconds / FASTER))}s`;
}

/**
 * Returns the rules with shortened durations: how long a condition lasts and how far back it looks. The rest is
 * unchanged.
 */
export function fasterRules(): string {
  const groups = RULES.groups.map(({ name, rules }) => ({
    name,
    rules: rules.map((rule) => ({
      ...rule,
      for: rule.for === '0m' ? rule.for : shorter(rule.for, SHORTEST_FOR_SEC),
      expr: rule.expr.replaceAll(
        /\[(\w+)\]/g,
        (_whole, duration: string) => `[${shorter(duration, SHORTEST_WINDOW_SEC)}]`,
      ),
    })),
  }));
  return dump({ groups }, { lineWidth: -1 });
}

/** Returns the scrape configuration with the test's addresses and a short interval. */
export function scrapesAt(addresses: Readonly<Record<string, string>>): string {
  const { scrape_configs: jobs } = read('prometheus.yml') as Scrapes;
  return dump({
    global: {
      scrape_interval: `${EVERY_SEC}s`,
      scrape_timeout: `${EVERY_SEC}s`,
      evaluation_interval: `${EVERY_SEC}s`,
    },
    rule_files: ['alerts.yml'],
    scrape_configs: jobs.map(({ dns_sd_configs: _names, ...job }) => {
      const address = addresses[job.job_name];
      if (address === undefined) throw new Error(`the test has no ${job.job_name}`);
      return { ...job, static_configs: [{ targets: [address] }] };
    }),
  });
}
