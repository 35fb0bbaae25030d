import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Resource } from './chart.ts';

/** Kinds of custom resources whose schemas are in no package. */
const WITHOUT_SCHEMA = new Set(['postgresql.cnpg.io/v1']);

const MODELS: Readonly<Record<string, () => Promise<object>>> = {
  v1: () => import('kubernetes-models/v1'),
  'apps/v1': () => import('kubernetes-models/apps/v1'),
  'autoscaling/v2': () => import('kubernetes-models/autoscaling/v2'),
  'batch/v1': () => import('kubernetes-models/batch/v1'),
  'networking.k8s.io/v1': () => import('kubernetes-models/networking.k8s.io/v1'),
  'policy/v1': () => import('kubernetes-models/policy/v1'),
  'monitoring.coreos.com/v1': () => import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'),
};

const moduleOf = ({ apiVersion }: Resource) =>
  apiVersion.startsWith('monitoring.coreos.com/')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;

interface Model {
  validate(): void;
}

/** Returns the errors of Kubernetes' schemas: wrong types, missing fields and malformed values. */
export async function schemaErrors(resources: readonly Resource[]): Promise<string[]> {
  const errors: string[] = [];
  for (const resource of resources.filter(({ apiVersion }) => !WITHOUT_SCHEMA.has(apiVersion))) {
    const models = (await MODELS[resource.apiVersion]?.()) as Record<string, new (data: object) => Model> | undefined;
    const Kind = models?.[resource.kind];
    if (Kind === undefined) throw new Error(`${resource.apiVersion} has no ${resource.kind}`);
    try {
      new Kind(resource).validate();
    } catch (error) {
      errors.push(`${resource.kind} ${resource.metadata.name}: ${String(error)}`);
    }
  }
  return errors;
}

/**
 * Returns the compiler's errors about fields that Kubernetes does not know. The schemas allow such fields, but the
 * types of object literals do not.
 */
export function unknownFields(resources: readonly Resource[]): string {
  // Write the file inside the package, so that the compiler finds the types.
  const folder = join(import.meta.dirname, `../node_modules/.cache/rendered-${process.pid}`);
  const file = join(folder, 'rendered.ts');
  mkdirSync(folder, { recursive: true });
  const lines = resources
    .filter(({ apiVersion }) => !WITHOUT_SCHEMA.has(apiVersion))
    .map(
      (resource, index) =>
        `import type { I${resource.kind} as Kind${index} } from '${moduleOf(resource)}';\n` +
        `export const resource${index}: Kind${index} = ${JSON.stringify(resource, undefined, 1)};\n`,
    );
  writeFileSync(file, lines.join(''));
  try {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext'];
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, '--ignoreConfig', file], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env['PATH']}` },
    });
    return '';
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string };
    // An empty output means that the compiler itself failed.
    if (stdout === '') throw error;
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
