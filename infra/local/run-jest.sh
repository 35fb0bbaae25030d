# Sourced by the scripts that run tests: installs the packages of a bare checkout, and counts what jest reports.
. "$here/prepare.sh"

failed_checks=0

finish() {
  printf '\n%s passed, %s failed\n' "$1" "$2"
  [ "$2" -eq 0 ]
  exit
}

prepare_only() {
  install_packages && require_node_24
}
prepare_only || finish 0 1
cd "$checkout" || finish 0 1

# run_jest ARGUMENTS...: ends this shell with the line of counts, to which every failed check is added.
run_jest() {
  results=$(mktemp "${TMPDIR:-/tmp}/almagest-tests.XXXXXX") || finish 0 1
  trap 'rm -f "$results"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM

  # The command line of package.json, without a package manager in between.
  jest=$(node -p 'require("./package.json").scripts.jest')
  sh -c "$jest \"\$@\"" jest --reporters=default --json --outputFile="$results" "$@"
  jest_status=$?

  # A file that does not even load counts as a failure, and so does a run that ended without a result.
  counts=$(node -e '
    const [file, status, checks] = process.argv.slice(1);
    let run = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
    try { run = JSON.parse(require("node:fs").readFileSync(file, "utf8")); } catch {}
    const failed = run.numFailedTests + run.numRuntimeErrorTestSuites;
    const unexplained = status !== "0" && failed === 0 ? 1 : 0;
    console.log(run.numPassedTests, failed + unexplained + Number(checks));
  ' "$results" "$jest_status" "$failed_checks")
  finish "${counts% *}" "${counts#* }"
}
