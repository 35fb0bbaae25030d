import { component, matches, type Labels, type Peer, type Resource, type Rule } from './chart.ts';

const WORKLOADS = ['Deployment', 'StatefulSet', 'Job'];
/** The label that the operator gives to the pods of its cluster. */
const DATABASE = { 'cnpg.io/cluster': 'almagest-postgres' };

/** Returns the pods that a policy can name, by component. */
function podsOf(all: readonly Resource[]): [string, Labels][] {
  const own = all
    .filter(({ kind }) => WORKLOADS.includes(kind))
    .map((one): [string, Labels] => [component(one), one.spec.template.metadata.labels]);
  return [...own, ['postgres', DATABASE]];
}

function describePeer(peer: Peer, pods: readonly [string, Labels][]): string[] {
  if (peer.ipBlock !== undefined) return [peer.ipBlock.cidr];
  if (peer.namespaceSelector !== undefined)
    return [`namespaces ${Object.entries(peer.namespaceSelector.matchLabels).flat().join('=')}`];
  const { matchLabels, matchExpressions = [] } = peer.podSelector!;
  return pods
    .filter(([, labels]) => matches(matchLabels, labels))
    .filter(([, labels]) =>
      matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? '')),
    )
    .map(([name]) => name);
}

/** Returns a line such as `grid-api -> redis:6379` for each peer and port that a network policy admits. */
export function admitted(all: readonly Resource[]): string[] {
  const pods = podsOf(all);
  const lines = (owner: string, arrow: string, rules: readonly Rule[] = []) =>
    rules.flatMap(({ ports, from, to }) =>
      ((from ?? to)?.flatMap((peer) => describePeer(peer, pods)) ?? ['anyone']).flatMap((peer) =>
        (ports ?? [{ port: 'any' }]).map(({ port }) => `${owner} ${arrow} ${peer}:${port}`),
      ),
    );
  const policies = all.filter(({ kind }) => kind === 'NetworkPolicy');
  return pods
    .flatMap(([name, labels]) =>
      policies
        .filter(({ spec }) => matches(spec.podSelector.matchLabels, labels))
        .flatMap(({ spec }) => {
          const types = spec['policyTypes'] as string[];
          return [
            ...(types.includes('Ingress') ? lines(name, '<-', spec.ingress) : [`${name} <- anyone`]),
            ...(types.includes('Egress') ? lines(name, '->', spec.egress) : [`${name} -> anyone`]),
          ];
        }),
    )
    .filter((line, index, lines) => lines.indexOf(line) === index)
    .toSorted();
}
