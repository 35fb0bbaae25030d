import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { loadAll } from 'js-yaml';

export const ROOT = join(import.meta.dirname, '../../../..');
export const CHART = join(ROOT, 'infra/helm');

/** Folder of the Go libraries in Debian's packages. */
const LIBRARIES = '/usr/share/gocode';

/**
 * Whether Go and the libraries that Helm uses are installed. Without them, the tests that render are skipped. In
 * continuous integration they fail instead, unless WITHOUT_GO is set.
 */
export const CAN_RENDER =
  spawnSync('go', ['version']).status === 0 &&
  spawnSync('ls', [`${LIBRARIES}/src/github.com/Masterminds/sprig`, `${LIBRARIES}/src/sigs.k8s.io/yaml`]).status === 0;
if (!CAN_RENDER && process.env['CI'] !== undefined && process.env['WITHOUT_GO'] === undefined)
  throw new Error(
    'cannot render the chart: install golang-go, golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev, or set WITHOUT_GO=1 to skip its tests',
  );

export interface Labels {
  readonly [name: string]: string;
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly exec?: { readonly command: readonly string[] };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly resources: {
    readonly requests: { readonly cpu?: string; readonly memory?: string };
    readonly limits: { readonly memory?: string };
  };
  readonly securityContext: unknown;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}

export interface SecretSource {
  readonly secret: {
    readonly name: string;
    readonly items: readonly { readonly key: string; readonly path: string }[];
  };
}

export interface Volume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly projected?: { readonly sources: readonly SecretSource[] };
}

export interface Pod {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number };
  readonly containers: readonly Container[];
  readonly volumes: readonly Volume[];
}

export interface Peer {
  readonly podSelector?: {
    readonly matchLabels: Labels;
    readonly matchExpressions?: readonly {
      readonly key: string;
      readonly operator: string;
      readonly values: string[];
    }[];
  };
  readonly namespaceSelector?: { readonly matchLabels: Labels };
  readonly ipBlock?: { readonly cidr: string };
}

export interface Rule {
  readonly ports?: readonly { readonly port: number }[];
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
}

/** A resource of any kind, with the fields that the tests read. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Labels; readonly annotations?: Labels };
  readonly data?: Labels;
  readonly stringData?: Labels;
  readonly spec: {
    readonly replicas?: number;
    readonly selector: Labels & { readonly matchLabels: Labels };
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
    readonly ports: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
    readonly scaleTargetRef: { readonly kind: string; readonly name: string };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
    readonly accessModes: readonly string[];
    readonly podSelector: { readonly matchLabels: Labels };
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
    readonly groups: unknown;
    readonly [field: string]: unknown;
  };
}

export interface Request {
  readonly values: object;
  readonly isUpgrade?: boolean;
  /** Objects that `lookup` finds, by kind and name. */
  readonly cluster?: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

interface Rendered {
  readonly files: Readonly<Record<string, string>> | null;
  readonly error?: string;
}

/** Builds the renderer once. Returns a function that renders the chart for each request, or the error of a template. */
export function buildRenderer(): { render(requests: readonly Request[]): Rendered[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'chart-'));
  const program = join(folder, 'render');
  execFileSync('go', ['build', '-o', program, join(import.meta.dirname, 'render.go')], {
    env: {
      PATH: process.env['PATH'],
      GO111MODULE: 'off',
      GOPATH: LIBRARIES,
      GOCACHE: join(folder, 'cache'),
    },
  });
  return {
    render: (requests) =>
      JSON.parse(execFileSync(program, [CHART], { input: JSON.stringify(requests), encoding: 'utf8' })) as Rendered[],
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Returns the resources of a rendering. Throws the error of a template. */
export function resourcesOf({ files, error }: Rendered): Resource[] {
  if (files === null) throw new Error(error);
  return Object.entries(files)
    .filter(([name]) => name.endsWith('.yaml'))
    .flatMap(([, text]) => loadAll(text) as (Resource | null | undefined)[])
    .filter((resource) => resource !== null && resource !== undefined);
}

/** Returns whether the labels match the whole selector. */
export const matches = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

export const component = ({ metadata }: Resource): string => metadata.labels['app.kubernetes.io/component'] ?? '';
