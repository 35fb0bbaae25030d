import { Gauge, type Registry } from 'prom-client';
import { withTimeout } from './with-timeout.ts';

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Described {
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Shorter than the timeout of any scrape, so that the other metrics are served while the database hangs. */
const LIMIT_MS = 3_000;

/**
 * Registers gauges that are read together at each scrape. If reading fails, they have no values in this scrape. The
 * other metrics are still served, because operators need them most when something is broken.
 */
export function readAtScrape<N extends string>(
  registry: Registry,
  gauges: Readonly<Record<N, Described>>,
  read: () => Promise<Readonly<Record<N, readonly Sample[]>>>,
): void {
  type Reading = Partial<Readonly<Record<N, readonly Sample[]>>>;
  let reading: Promise<Reading> | undefined;
  const start = () =>
    withTimeout<Reading>(LIMIT_MS, read())
      .catch((): Reading => ({}))
      .finally(() => (reading = undefined));
  for (const name of Object.keys(gauges) as N[]) {
    const { help, labels = [] } = gauges[name];
    const gauge = new Gauge<string>({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect: async () => {
        const samples = (await (reading ??= start()))[name] ?? [];
        gauge.reset();
        // `reset` would set a gauge without labels to 0, which looks like a value.
        if (labels.length === 0) gauge.remove();
        for (const sample of samples) gauge.set(sample.labels ?? {}, sample.value);
      },
    });
  }
}
