import { readTrialOptions } from './trial-options.ts';
import { tryTask } from './try-task.ts';

const MARKS = { ok: 'ok     ', fault: 'MISSING', advice: 'advice ' } as const;

/** Runs `grid-agent try` and prints its findings. Returns the exit code: 1 if something is missing, 2 for wrong usage. */
export async function runTrial(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const request = readTrialOptions(args, env);
  if (request.kind === 'text') {
    process.stdout.write(request.text);
    return 0;
  }
  if (request.kind !== 'ok') {
    process.stderr.write(`grid-agent try: ${request.text}\n`);
    return 2;
  }
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const findings = await tryTask(request.options, say);
  for (const { kind, text } of findings) say(`${MARKS[kind]} ${text}`);
  const faults = findings.filter(({ kind }) => kind === 'fault').length;
  say(faults === 0 ? 'The result can be reported.' : `Found ${faults} faults. See docs/connect-your-engine.md.`);
  return faults === 0 ? 0 : 1;
}
