/**
 * Runs a command, forwards signals to it, and returns its exit status. Shells collect every process whose parent
 * has ended. Node does not.
 */
const SCRIPT = `
for signal in HUP INT TERM USR1 USR2 XCPU; do trap "kill -s $signal \\$program" $signal; done
"$@" & program=$!
while :; do
  wait $program; status=$?
  kill -s 0 $program 2>/dev/null || exit $status
done
`;

/**
 * Moves this program into a child of a shell if it is process 1, as in a container without an init. The kernel gives
 * all orphans to process 1, where they would stay as zombies.
 */
export function leaveFirstProcess(): void {
  if (process.pid !== 1) return;
  process.execve?.(
    '/bin/sh',
    ['sh', '-c', SCRIPT, 'sh', process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    process.env,
  );
}
