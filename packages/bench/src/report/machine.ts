import { mkdtempSync, openSync, closeSync, fsyncSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { summarise } from '../latencies.ts';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly kernel: string;
  readonly node: string;
  readonly postgres: string;
  /** The settings that decide how durable a commit is. */
  readonly durability: string;
  /** A durable write of 8 kB where the database lies: what every commit waits for. */
  readonly fsyncMs: { readonly p50: number; readonly p95: number };
  readonly loadAverage: readonly number[];
}

export async function describeMachine(sql: pg.Client, folder: string): Promise<Machine> {
  const { rows } = await sql.query<{ version: string; durability: string }>(
    `select current_setting('server_version') as version,
            (select string_agg(name || '=' || setting, ', ' order by name) from pg_settings
             where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_level', 'wal_sync_method')) as durability`,
  );
  const { p50, p95 } = timeFsync(folder);
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    postgres: rows[0]?.version ?? 'unknown',
    durability: rows[0]?.durability ?? 'unknown',
    fsyncMs: { p50, p95 },
    loadAverage: loadavg(),
  };
}

function timeFsync(folder: string) {
  const place = mkdtempSync(join(folder, 'fsync-'));
  const file = openSync(join(place, 'probe'), 'w');
  const block = Buffer.alloc(8_192, 1);
  const times = Array.from({ length: 100 }, () => {
    const start = performance.now();
    writeSync(file, block);
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(place, { recursive: true });
  return summarise(times);
}
