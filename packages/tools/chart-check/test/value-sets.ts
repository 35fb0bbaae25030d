import type { Request } from './chart.ts';

const SERVICES = ['grid', 'literature'] as const;

const both = (values: (service: 'grid' | 'literature') => object) =>
  Object.fromEntries(SERVICES.map((service) => [service, values(service)]));

const address = (service: string) => `postgres://${service}:hidden-${service}@db.example.org:5432/almagest`;

/** The values without a default that the chart needs. */
export const MINIMAL = both((service) => ({ secrets: { 'database-url': address(service) } }));

const AUTOSCALING = { enabled: true, minReplicas: 2, maxReplicas: 4, cpuPercent: 60 };

/** Values that enable every optional part. */
const EVERYTHING = {
  image: { prefix: 'images.example.org/astro/', tag: '1.2.3', pullSecrets: ['registry'] },
  grid: {
    api: { autoscaling: AUTOSCALING },
    secrets: {
      'admin-token': 'hidden-admin',
      'smtp-url': 'smtp://u:hidden-mail@mail.example.org',
      'smtp-ca': 'CERT',
      'oidc-client-secret': 'hidden-oidc',
    },
    config: {
      PUBLIC_URL: 'https://grid.example.org',
      TRUST_PROXY: '1',
      OIDC_ISSUER: 'https://login.example.org',
      MAIL_FROM: 'grid@example.org',
    },
  },
  literature: {
    api: { autoscaling: AUTOSCALING },
    secrets: { 'api-token': 'hidden-api', 'catalog-api-key': 'hidden-catalog', 'openai-api-key': 'hidden-model' },
    config: { LOG_LEVEL: 'debug' },
    volumes: { data: { existingClaim: 'papers' } },
  },
  agents: { enabled: true, joinKeySecret: 'join', tags: 'gpu', autoscaling: { enabled: true } },
  postgresql: { cluster: { enabled: true, imageName: 'postgresql:17', storageClass: 'fast' } },
  monitoring: { serviceMonitor: true, prometheusRule: true, labels: { release: 'prometheus' } },
  networkPolicy: { clients: [{ namespaceSelector: { matchLabels: { team: 'ingress' } } }] },
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'astro', operator: 'Exists' }],
};

/** An upgrade with the operator's own database, Redis and Secrets, and two replicas of everything. */
const OWN_SERVERS = {
  ...both((service) => ({
    existingSecret: `${service}-secrets`,
    optionalKeys: service === 'grid' ? ['smtp-url'] : ['openai-api-key'],
    api: { replicas: 2 },
    worker: { replicas: 2 },
  })),
  agents: { enabled: true, replicas: 2, joinKeySecret: 'join', image: 'images.example.org/engine:4' },
  redis: { enabled: false, port: 6380 },
  postgresql: { port: 6432 },
  networkPolicy: {
    database: [{ ipBlock: { cidr: '192.0.2.10/32' } }],
    redis: [{ ipBlock: { cidr: '192.0.2.11/32' } }],
    outside: [],
  },
};

export const VALUE_SETS: Readonly<Record<string, Request>> = {
  defaults: { values: MINIMAL },
  everything: { values: EVERYTHING },
  'own servers': { values: OWN_SERVERS, isUpgrade: true },
};
