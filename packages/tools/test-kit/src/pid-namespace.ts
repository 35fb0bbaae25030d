/** The command prefix that runs a program as process 1 of a PID namespace, as in a container or on another machine. */
export const IN_PID_NAMESPACE: readonly string[] = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
];
