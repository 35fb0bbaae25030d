# Sourced by the other scripts here: installs the packages and compiles the programs of a bare checkout. They set `here`
# to this folder. Nothing changes the working directory, so relative paths in the environment are relative to the
# caller's directory.

unset CDPATH
checkout=$(cd "$here/../.." && pwd -P)
system_path=$PATH
PATH=$checkout/node_modules/.bin:$PATH
export PATH

say() {
  printf 'almagest: %s\n' "$*" >&2
}

# Shows the elapsed seconds after the name of the step on a terminal, until this shell ends or calls end_progress.
show_progress() {
  progress=
  began=$(date +%s)
  [ -t 2 ] || return 0
  (
    seconds=0
    while kill -0 "$$" 2>/dev/null; do
      printf '\ralmagest: %s, %s s ' "$1" "$seconds" >&2
      sleep 1
      seconds=$((seconds + 1))
    done
  ) 9<&- &
  progress=$!
}

end_progress() {
  [ -n "$progress" ] || return 0
  kill "$progress" 2>/dev/null
  wait "$progress" 2>/dev/null
  printf '\r\033[K' >&2
}

# run_quietly WHAT COMMAND...: prints one line with the seconds that the step took. After a failure, prints the last lines
# of the command's output.
run_quietly() {
  what=$1
  shift
  log=$(mktemp "${TMPDIR:-/tmp}/almagest-log.XXXXXX") || return 1
  show_progress "$what"
  if (cd "$checkout" && "$@") >"$log" 2>&1 </dev/null; then
    end_progress
    rm -f "$log"
    say "$what took $(($(date +%s) - began)) s"
    return 0
  fi
  end_progress
  tail -n 40 "$log" >&2
  rm -f "$log"
  say "$what failed, see above"
  return 1
}

require_node() {
  if ! command -v node >/dev/null || ! command -v npx >/dev/null; then
    say 'node or npx is missing: install Node.js 18 or newer with npm'
    return 1
  fi
  if ! node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'; then
    say "Node.js $(node --version) is too old: install Node.js 18 or newer"
    return 1
  fi
}

# npm and pnpm keep their caches in the home folder. If that is not writable, they use a folder of the checkout.
find_home() {
  if [ -z "${HOME:-}" ]; then
    HOME=$(getent passwd "$(id -u)" 2>/dev/null | cut -d: -f6)
  fi
  if [ ! -d "${HOME:-}" ] || [ ! -w "$HOME" ]; then
    HOME=$checkout/node_modules/.cache/home
    mkdir -p "$HOME" 2>/dev/null && [ -w "$HOME" ] || HOME=$(mktemp -d "${TMPDIR:-/tmp}/almagest-home.XXXXXX")
    # An outer npm may have set this to a folder in the unwritable home folder.
    npm_config_cache=$HOME/.npm
    export npm_config_cache
  fi
  export HOME
}

# Prints everything that determines the content of node_modules, including the kind of machine.
installation_key() {
  (cd "$checkout" && uname -sm && cat pnpm-lock.yaml pnpm-workspace.yaml package.json packages/*/package.json packages/*/*/package.json services/*/package.json services/*/*/package.json) | cksum
}

# pnpm_install OPTIONS...
pnpm_install() {
  # NODE_ENV=production would leave out the compiler. Without CI, pnpm may stop to ask a question.
  find_home && CI=true NODE_ENV=development npx --yes pnpm@12.21.0 install --frozen-lockfile "$@"
}

# Installs the programs of one machine with their web applications, without compilers, linters and libraries of tests.
install_programs() {
  # pnpm would download the histories of all packages to check that no version is younger than a day. The full
  # installation of developers and CI checks that.
  pnpm_install --prod --config.minimumReleaseAge=0 --filter . --filter-prod '{./packages/programs/*}...' --filter-prod '{./services/**}...'
}

# install_packages [programs]: installs everything, or what the programs need to run from their sources. Never removes a
# complete installation.
install_packages() {
  stamp=$checkout/node_modules/.almagest-installed
  key=$(installation_key)
  installed=$(cat "$stamp" 2>/dev/null)
  [ "$installed" = "$key" ] && return 0
  install=pnpm_install
  if [ "${1:-}" = programs ]; then
    [ "$installed" = "programs $key" ] && return 0
    case $installed in
      '' | programs*)
        install=install_programs
        key="programs $key"
        ;;
    esac
  fi
  (PATH=$system_path && require_node && run_quietly 'installing packages' $install) || return 1
  printf '%s\n' "$key" >"$stamp"
}

require_node_24() {
  node -e 'process.exit(parseInt(process.versions.node) < 24 ? 1 : 0)' && return 0
  say "found Node.js $(node --version). The packages include Node.js 24 only for Linux on x64 and arm64: install it yourself"
  return 1
}

# Projects are built in parallel. Several checkers per project would only read the same declarations again.
build_projects() {
  tsc -b --checkers 1 "$@"
}

# Compiles every package and service, without the types of their tests. infra/local/check checks those.
compile() {
  build_projects packages/*/tsconfig.json packages/*/*/tsconfig.json services/*/tsconfig.json
}

# Prints everything from which a web application is built.
web_app_key() {
  (cd "$checkout" && find packages/ui packages/contracts/src "$1" -name node_modules -prune -o -name dist -prune -o -type f -print | LC_ALL=C sort | xargs cat pnpm-lock.yaml) | cksum
}

# build_web_app NAME FOLDER: builds into dist next to the folder, unless it was built from the same files. Two
# simultaneous builds wait for each other. A running service finds either no application or a complete one. With QUICK_BUILD,
# less time is spent on compression.
build_web_app() {
  (
    app=$checkout/$2
    if command -v flock >/dev/null; then
      exec 8<"$app/package.json"
      flock 8
    fi
    key=$(web_app_key "$2")
    built=$app/../dist/${2##*/}
    found=$(cat "$built/.built" 2>/dev/null) || found=
    [ "$found" = "$key" ] && exit 0
    [ -z "${QUICK_BUILD:-}" ] || key="quick $key"
    [ "$found" = "$key" ] && exit 0
    fresh=$app/../dist/.fresh-${2##*/}
    run_quietly "building the $1" env NODE_ENV=production "$app/node_modules/.bin/vite" build "$app" --outDir "$fresh" --emptyOutDir || exit 1
    printf '%s\n' "$key" >"$fresh/.built"
    rm -rf "$built" && mv "$fresh" "$built"
  )
}

build_console() {
  build_web_app console services/grid-coordinator/console
}

build_reader() {
  build_web_app reader services/literature/reader
}

# Node does not keep an ignored SIGHUP, so a variable passes it to the programs.
case $(sed -n 's/^SigIgn:.*\(.\)$/\1/p' "/proc/$$/status" 2>/dev/null) in
  1 | 3 | 5 | 7 | 9 | b | d | f)
    OUTLIVE_PARENT=1
    export OUTLIVE_PARENT
    ;;
esac

# alone COMMAND...: runs a command under a lock, because two starts on a bare checkout must not install at once.
alone() {
  if command -v flock >/dev/null; then
    exec 9<"$checkout/package.json"
    flock 9
  fi
  "$@"
  prepared=$?
  exec 9<&-
  return $prepared
}

# Installs and compiles everything that is needed to run.
prepare() {
  alone prepare_everything
}
prepare_everything() {
  install_packages && require_node_24 && run_quietly 'compiling' compile && build_console && build_reader
}

# Installs what the programs need to run from their sources.
prepare_programs() {
  alone install_programs_once
}
install_programs_once() {
  install_packages programs && require_node_24
}

# run_program SOURCE ARGUMENTS...: replaces the shell with a program, without a package manager in between, because npm and
# pnpm do not forward signals. Node strips the types and caches compiled code for the next start.
run_program() {
  source=$checkout/$1
  shift
  ALMAGEST_COMMIT=${ALMAGEST_COMMIT:-$(git -C "$checkout" rev-parse --short=12 HEAD 2>/dev/null)}
  export ALMAGEST_COMMIT
  NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$checkout/node_modules/.cache/compiled}
  export NODE_COMPILE_CACHE
  exec node --disable-warning=ExperimentalWarning --conditions=@almagest/source "$source" "$@"
}
