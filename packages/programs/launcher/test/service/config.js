/** Reads the configuration of the sample service in the same way as a real service. */
export function readConfig(values) {
  const { PORT, METRICS_PORT, HOST, DATABASE_URL, ADMIN_TOKEN, DATA_DIR, STATE_DIR } = values;
  const { WATCHDOG_SEC, JOURNAL, FAILS, HANGS, OTHER_PORT, STUBBORN } = values;
  const general = { PORT, METRICS_PORT, HOST, DATABASE_URL, ADMIN_TOKEN, DATA_DIR, STATE_DIR };
  return { ...general, WATCHDOG_SEC, JOURNAL, FAILS, HANGS, OTHER_PORT, STUBBORN };
}
