import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { ROOT } from './chart.ts';

interface Service {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly deploy: { readonly resources: { readonly limits: { readonly memory: string } } };
}

const { services } = load(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), {
  // Compose merges mappings as YAML 1.1 does.
  schema: YAML11_SCHEMA,
}) as { readonly services: Readonly<Record<string, Service>> };

/** Returns the default of `${NAME:-default}`, or the text. */
const defaultOf = (text: string) => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

export function composeService(component: string) {
  const name = component === 'agents' ? 'grid-node' : component;
  const service = services[name];
  if (service === undefined) throw new Error(`compose has no ${name}`);
  const { environment = {} } = service;
  const port = component.endsWith('-worker') ? 'METRICS_PORT' : 'PORT';
  return {
    image: service.image.replace(/:\$\{.*/, ''),
    command: service.command,
    environment,
    memory: defaultOf(service.deploy.resources.limits.memory),
    port: [port, environment[port]] as const,
  };
}

const UNITS = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** Parses a size such as `1g` of compose or `1Gi` of Kubernetes. Returns bytes. */
export function memoryBytes(text: string | undefined): number {
  const [, count = '', unit = ''] = /^(\d+)([kmg])i?$/i.exec(text ?? '') ?? [];
  return Number(count) * (UNITS[unit.toLowerCase() as keyof typeof UNITS] ?? Number.NaN);
}
