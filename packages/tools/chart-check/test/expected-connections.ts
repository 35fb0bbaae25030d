const SERVICES = ['grid', 'literature'].flatMap((name) =>
  ['api', 'migrate', 'worker'].map((part) => `${name}-${part}`),
);
const PORTS = { 'grid-api': 8090, 'literature-api': 8000 };
const SCRAPERS = 'namespaces kubernetes.io/metadata.name=monitoring';

/** Returns the connections that a set of values needs. */
export function expectedConnections(name: string): string[] {
  const own = name === 'own servers';
  const everything = name === 'everything';
  const database = { defaults: 'anyone:5432', everything: 'postgres:5432', 'own servers': '192.0.2.10/32:6432' }[name];
  const redis = own ? '192.0.2.11/32:6380' : 'redis:6379';
  const clients = everything ? ['namespaces team=ingress', SCRAPERS] : ['anyone'];
  const cluster = ['postgres', 'namespaces kubernetes.io/metadata.name=cnpg-system'];
  return [
    ...SERVICES.flatMap((one) => [`${one} -> anyone:53`, `${one} -> ${database}`, `${one} -> ${redis}`]),
    ...(own ? [] : SERVICES.map((one) => `redis <- ${one}:6379`)),
    // Sources, language models, webhooks and mail servers. The coordinator's API connects only to the provider of
    // sign-ons.
    ...(own ? [] : ['grid-worker', 'literature-api', 'literature-worker', ...(everything ? ['grid-api'] : [])]).flatMap(
      (one) => [`${one} -> 0.0.0.0/0:any`, `${one} -> ::/0:any`],
    ),
    ...Object.entries(PORTS).flatMap(([api, port]) => clients.map((client) => `${api} <- ${client}:${port}`)),
    ...['grid-worker', 'literature-worker'].map((one) => `${one} <- ${SCRAPERS}:9100`),
    ...(everything ? ['grid-api <- agents:8090'] : []),
    ...(name === 'defaults' ? [] : ['agents -> anyone:53', 'agents -> grid-api:8090']),
    ...(everything
      ? [
          'postgres -> anyone',
          ...SERVICES.map((one) => `postgres <- ${one}:5432`),
          ...cluster.flatMap((one) => [`postgres <- ${one}:5432`, `postgres <- ${one}:8000`]),
        ]
      : []),
  ].toSorted();
}
