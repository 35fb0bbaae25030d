# Sourced by the scripts that run tests: installs the packages of a bare checkout, and counts jest's results.
. "$here/prepare.sh"

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
results=$(mktemp -d "${TMPDIR:-/tmp}/almagest-tests.XXXXXX") || finish 0 1
trap 'rm -rf "$results"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# jest_to RESULTS ARGUMENTS...: runs the command line of package.json without a package manager in between.
jest_to() {
  output=$1
  shift
  sh -c "$(node -p 'require("./package.json").scripts.jest') \"\$@\"" jest --reporters=default --json --outputFile="$output" "$@"
}

# Bundles the programs that tests start hundreds of times. A bundle starts about twice as fast as the sources.
bundle_programs() {
  BUNDLED_PROGRAMS=$checkout/node_modules/.cache/programs
  export BUNDLED_PROGRAMS
  run_quietly 'bundling the programs' node --disable-warning=ExperimentalWarning --conditions=@almagest/source packages/tools/test-kit/src/bundle-programs.ts "$BUNDLED_PROGRAMS"
}

# run_jest ARGUMENTS...: sets `passed` and `failed`. With RERUN_FAILED=N, runs up to N failed files once more, alone,
# and says so. On a shared machine, one of hundreds of files may exceed a time limit.
run_jest() {
  jest_to "$results/first.json" "$@"
  jest_status=$?

  set -- counts "$jest_status" "$results/first.json"
  failed_files=$(node "$here/jest-counts.mjs" failed-files "$results/first.json")
  failed_count=$(printf '%s' "$failed_files" | grep -c .)
  if [ "$failed_count" -gt 0 ] && [ "$failed_count" -le "${RERUN_FAILED:-0}" ]; then
    printf '\nRUN AGAIN, alone, because they failed above:\n%s\n' "$failed_files"
    # No path of a test file has a space.
    # shellcheck disable=SC2086
    jest_to "$results/again.json" --runInBand --runTestsByPath $failed_files
    set -- "$@" "$results/again.json"
  fi
  counts=$(node "$here/jest-counts.mjs" "$@")
  passed=${counts% *}
  failed=${counts#* }
}
