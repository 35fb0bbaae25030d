// Closes the run with one line that people and scripts can read.
module.exports = class SummaryReporter {
  onRunComplete(_contexts, results) {
    // A file that does not even load counts as a failure: its tests were not run.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    this.line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  }
  getLastError() {
    // Jest asks for this last of all, after the other reporters have written.
    process.stdout.write(`\n${this.line ?? '0 passed, 1 failed'}\n`);
    return undefined;
  }
};
