#!/bin/sh
# Installs the agent of an Almagest coordinator for the user who runs this script.
set -eu

usage() {
  cat <<'TEXT'
usage: curl -fsS https://host/agent | sh -s -- --url https://host [options]

  --url URL             address of the coordinator
  --engine COMMAND      command that computes a task
  --node-id NAME        name of this node (default: the name of the machine)
  --slots N             tasks at once (default: the number of cores)
  --work-dir DIR        credentials, tasks, reports and asset cache (default: PREFIX/work)
  --join-key-file FILE  join key, which approves the node at once
  --prefix DIR          where to install (default: ~/.local/share/grid-agent)
  --dry-run             print what would be done
  --version             print the installed version and the version at the coordinator
  --uninstall           remove the program, but keep the work dir
TEXT
}

say() {
  printf 'grid-agent: %s\n' "$*"
}

fail() {
  printf 'grid-agent: %s\n' "$*" >&2
  exit 1
}

# quoted TEXT: prints the text as one word of the shell.
quoted() {
  printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"
}

# fetch NAME FILE: downloads a file of the coordinator. curl -f would hide what the coordinator answers.
fetch() {
  status=$(curl -sS -o "$2" -w '%{http_code}' "$url/agent/$1") || fail "cannot download $url/agent/$1"
  [ "$status" = 200 ] || fail "$url/agent/$1 answered $status: $(head -c 500 "$2")"
}

# set_platform: sets the platform, or fails on machines that have no archive.
set_platform() {
  case "$(uname -s) $(uname -m)" in
    'Linux x86_64') platform=linux-x64 ;;
    'Linux aarch64') platform=linux-arm64 ;;
    *) fail "there is no archive for $(uname -sm): only for Linux on x86_64 and aarch64" ;;
  esac
}

# has_systemd: succeeds if systemd can start services of this user.
has_systemd() {
  [ -d /run/systemd/system ] && command -v systemctl >/dev/null && systemctl --user show-environment >/dev/null 2>&1
}

set_unit() {
  unit=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/grid-agent.service
}

# check_offer: sets the hash, the version and the folder name of the archive that the coordinator offers.
check_offer() {
  fetch "$platform.tar.gz.sha256" "$scratch/sum"
  read -r hash name <"$scratch/sum" || fail "$url/agent/$platform.tar.gz.sha256 is empty"
  version=${name#grid-agent-}
  version=${version%-"$platform".tar.gz}
  case $hash$version in
    *[!0-9A-Za-z.-]*) fail "$url does not look like an Almagest coordinator" ;;
  esac
  release=$version-$(printf '%.12s' "$hash")
}

installed_version() {
  if [ -x "$prefix/bin/grid-agent" ]; then "$prefix/bin/grid-agent" --version; else printf 'none\n'; fi
}

# unpack: downloads and installs the version unless it is already installed.
unpack() {
  [ -x "$prefix/versions/$release/bin/node" ] && return
  say "downloading version $version"
  fetch "$platform.tar.gz" "$scratch/archive"
  found=$(sha256sum "$scratch/archive")
  [ "${found%% *}" = "$hash" ] || fail "the archive does not have its SHA-256 ($hash). Try again"
  tar -xzf "$scratch/archive" -C "$scratch"
  "$scratch/grid-agent/bin/node" "$scratch/grid-agent/lib/main.mjs" --version >/dev/null ||
    fail 'the program does not run on this machine. Node 24 needs glibc 2.28 and libstdc++ or newer'
  mkdir -p "$prefix/versions"
  mv "$scratch/grid-agent" "$prefix/versions/$release"
}

# setting NAME VALUE: prints a line of the settings file unless VALUE is empty.
setting() {
  [ -z "$2" ] || printf 'GRID_AGENT_%s=%s\n' "$1" "$(quoted "$2")"
}

write_settings() {
  {
    echo '# Settings of grid-agent, read by the shell. Options of the command override them.'
    setting URL "$url"
    setting NODE_ID "$node_id"
    setting SLOTS "$slots"
    setting ENGINE "$engine"
    setting WORK_DIR "$work_dir"
    setting JOIN_KEY_FILE "$join_key_file"
  } >"$prefix/agent.env"
}

write_program() {
  mkdir -p "$prefix/bin"
  rm -f "$prefix/current.new"
  ln -s "versions/$release" "$prefix/current.new"
  mv -fT "$prefix/current.new" "$prefix/current"
  cat >"$prefix/bin/grid-agent" <<TEXT
#!/bin/sh
prefix=$(quoted "$prefix")
set -a
. "\$prefix/agent.env"
set +a
exec "\$prefix/current/bin/node" "\$prefix/current/lib/main.mjs" "\$@"
TEXT
  chmod 755 "$prefix/bin/grid-agent"
}

write_unit() {
  mkdir -p "${unit%/*}"
  cat >"$unit" <<TEXT
[Unit]
Description=Almagest node agent

[Service]
ExecStart="$prefix/bin/grid-agent"
KillMode=mixed
TimeoutStopSec=infinity
Restart=on-failure
RestartSec=15
RestartPreventExitStatus=2 3

[Install]
WantedBy=default.target
TEXT
  systemctl --user daemon-reload
}

# begin: starts the service, or prints how to start the agent.
begin() {
  if [ -z "$engine" ]; then
    say "no engine is set. Add GRID_AGENT_ENGINE to $prefix/agent.env, then start the agent"
  fi
  if ! has_systemd; then
    say "start it with: $(quoted "$prefix/bin/grid-agent")"
    return
  fi
  write_unit
  say "wrote $unit"
  if [ -z "$engine" ]; then
    say 'start it with: systemctl --user enable --now grid-agent'
  else
    systemctl --user enable grid-agent
    systemctl --user restart grid-agent
    say 'started. Its log: journalctl --user -u grid-agent'
  fi
  say 'to keep it running after you log out: loginctl enable-linger'
}

plan() {
  say "would install version $version of $url for $platform in $prefix"
  say "would write $prefix/agent.env for node $node_id with $slots slots"
  if has_systemd; then say "would write $unit"; else say "would print the command that starts the agent"; fi
}

uninstall() {
  for path in versions current bin agent.env; do
    [ -e "$prefix/$path" ] || [ -L "$prefix/$path" ] || continue
    if [ -n "$dry_run" ]; then say "would remove $prefix/$path"; else rm -rf "${prefix:?}/$path"; fi
  done
  if [ -e "$unit" ] && [ -n "$dry_run" ]; then
    say "would stop the service and remove $unit"
  elif [ -e "$unit" ]; then
    has_systemd && systemctl --user disable --now grid-agent
    rm -f "$unit"
  fi
  [ -n "$dry_run" ] || say "removed from $prefix. The work dir with credentials and undelivered reports is kept"
}

# absolute PATH: prints PATH as an absolute path.
absolute() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s/%s\n' "$(pwd -P)" "$1" ;;
  esac
}

read_options() {
  url='' engine='' node_id='' slots='' work_dir='' join_key_file='' prefix='' dry_run='' task=install
  while [ $# -gt 0 ]; do
    case $1 in
      --help) usage && exit ;;
      --dry-run) dry_run=yes ;;
      --version) task=version ;;
      --uninstall) task=uninstall ;;
      --url | --engine | --node-id | --slots | --work-dir | --join-key-file | --prefix)
        [ $# -gt 1 ] || fail "$1 needs a value"
        case $1 in
          --url) url=${2%/} ;;
          --engine) engine=$2 ;;
          --node-id) node_id=$2 ;;
          --slots) slots=$2 ;;
          --work-dir) work_dir=$(absolute "$2") ;;
          --join-key-file) join_key_file=$(absolute "$2") ;;
          --prefix) prefix=$(absolute "$2") ;;
        esac
        shift
        ;;
      *) usage >&2 && fail "unknown option $1" ;;
    esac
    shift
  done
  prefix=${prefix:-$HOME/.local/share/grid-agent}
  # An update keeps the settings that its command line omits.
  # shellcheck source=/dev/null
  [ ! -f "$prefix/agent.env" ] || . "$prefix/agent.env"
  url=${url:-${GRID_AGENT_URL:-}}
  engine=${engine:-${GRID_AGENT_ENGINE:-}}
  node_id=${node_id:-${GRID_AGENT_NODE_ID:-$(uname -n)}}
  slots=${slots:-${GRID_AGENT_SLOTS:-$(nproc)}}
  work_dir=${work_dir:-${GRID_AGENT_WORK_DIR:-$prefix/work}}
  join_key_file=${join_key_file:-${GRID_AGENT_JOIN_KEY_FILE:-}}
}

main() {
  read_options "$@"
  set_unit
  if [ "$task" = uninstall ]; then
    uninstall
    return
  fi
  [ -n "$url" ] || fail '--url is missing: the address of the coordinator'
  [ -z "$join_key_file" ] || [ -r "$join_key_file" ] || fail "--join-key-file: cannot read $join_key_file"
  set_platform
  if [ "$task$dry_run" = install ]; then
    # The scratch folder is in the prefix, so that a rename installs the program.
    mkdir -p "$prefix"
    scratch=$(mktemp -d "$prefix/.new.XXXXXX")
  else
    scratch=$(mktemp -d)
  fi
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 130' INT TERM
  check_offer
  if [ "$task" = version ]; then
    say "installed: $(installed_version), at the coordinator: $version"
  elif [ -n "$dry_run" ]; then
    plan
  else
    unpack
    write_settings
    write_program
    say "installed version $version in $prefix"
    begin
  fi
}

# This must stay the last line, so that a partly downloaded script runs nothing.
main "$@"
