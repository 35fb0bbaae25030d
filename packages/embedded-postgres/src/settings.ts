export type Settings = Readonly<Record<string, string | number>>;

/** Settings of temporary clusters. A crash of the machine may lose or corrupt the data. */
export const FAST_UNSAFE: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  shared_buffers: '64MB',
  max_connections: 300,
};

/**
 * Settings of permanent clusters on a machine that also runs the services: 256 MB of buffers, infrequent checkpoints.
 */
export const DURABLE: Settings = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_connections: 200,
  wal_compression: 'on',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: 0.9,
  random_page_cost: 1.1,
};
