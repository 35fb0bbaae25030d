// Reads the results that jest wrote with --json.
//   jest-counts.mjs failed-files RESULTS           prints the test files that failed, one per line
//   jest-counts.mjs counts STATUS RESULTS [AGAIN]  prints how many tests passed and failed
// AGAIN contains the results of a second run of the failed files, which replace the first ones.
import { readFileSync } from 'node:fs';

const [command, ...args] = process.argv.slice(2);
if (command === 'failed-files') console.log(failedFiles(read(args[0])).join('\n'));
else console.log(count(...args).join(' '));

function count(status, first, again) {
  const run = read(first);
  if (run === undefined) return [0, 1];
  const failed = failuresOf(run);
  // A run that ended with an error but without a failed test counts as a failure.
  if (again === undefined) return [run.numPassedTests, status !== '0' && failed === 0 ? 1 : failed];
  const second = read(again);
  if (second === undefined) return [run.numPassedTests, failed];
  const repeated = new Set(failedFiles(run));
  const kept = run.testResults
    .filter(({ name }) => !repeated.has(name))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((result) => result.status === 'passed').length;
  return [kept + second.numPassedTests, failuresOf(second) + (second.testResults.length === repeated.size ? 0 : 1)];
}

/** A file that does not even load counts as a failure. */
function failuresOf({ numFailedTests, numRuntimeErrorTestSuites }) {
  return numFailedTests + numRuntimeErrorTestSuites;
}

function failedFiles(run) {
  return (run?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** Returns undefined if the run ended without results. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
