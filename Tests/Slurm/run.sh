#!/usr/bin/env bash
# Runs studies on a real Slurm of one machine, started here and stopped at the end:
#   Tests/Slurm/run.sh [--quick]
# Needs root (munged and slurmd run as daemons); says so and stops where it is not.
set -euo pipefail
cd "$(dirname "$0")/../.."
quick=0
[ "${1:-}" = --quick ] && quick=1
if [ "$(id -u)" -ne 0 ]; then
  echo "Slurm's daemons need root: run this as root or in a container" >&2
  exit 1
fi
.ci/install-packages slurm-wlm munge procps
program=$PWD/.build/release/spreadlab
work=$(mktemp -d /tmp/spreadlab-slurm-XXXXXX)
host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
passed=0
failed=0

stop_slurm() {
  scontrol shutdown >/dev/null 2>&1 || true
  sleep 1
  pkill -x slurmd 2>/dev/null || true
  pkill -x slurmctld 2>/dev/null || true
  [ -z "${munged:-}" ] || pkill -x munged 2>/dev/null || true
}
trap 'stop_slurm; rm -rf "$work"' EXIT

start_slurm() {
  mkdir -p "$work/ctld" "$work/d"
  cat >"$SLURM_CONF" <<EOF
ClusterName=local
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/ctld
SlurmdSpoolDir=$work/d
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/d.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/d.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MinJobAge=600
KillWait=5
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
  install -d -o munge -g munge -m 755 /run/munge
  if ! pgrep -x munged >/dev/null; then
    runuser -u munge -- /usr/sbin/munged
    munged=1
  fi
  slurmctld
  slurmd -N "$host"
  for _ in $(seq 100); do
    sinfo -h -o %T 2>/dev/null | grep -q idle && return
    sleep 0.1
  done
  echo "Slurm did not start; see its logs:" >&2
  tail -n 20 "$work"/*.log >&2
  exit 1
}

# check NAME COMMAND...: runs it and counts.
check() {
  local name=$1
  shift
  if "$@" >"$work/check.log" 2>&1; then
    echo "ok: $name"
    passed=$((passed + 1))
  else
    echo "FAILED: $name"
    sed 's/^/  /' "$work/check.log" | tail -n 20
    failed=$((failed + 1))
  fi
}

# Waits until no job is left.
settle() {
  for _ in $(seq 1200); do
    [ -z "$(squeue -h)" ] && return
    sleep 0.1
  done
  echo "jobs did not end:" && squeue && return 1
}

# The two folders hold the same files, times in the manifest aside.
same() {
  python3 - "$1" "$2" <<'EOF'
import json, pathlib, sys
def content(folder):
    files = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        if path.name in (".store", "cluster", "timings.csv"):
            continue
        data = path.read_bytes()
        if path.name == "manifest.json":
            manifest = json.loads(data)
            manifest.pop("times")
            data = json.dumps(manifest).encode()
        files[path.name] = data
    return files
a, b = content(sys.argv[1]), content(sys.argv[2])
different = sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))
print("different:", different)
sys.exit(bool(different) or not a)
EOF
}

study() {
  cat >"$work/study.json" <<EOF
{
  "spreadlab": 1, "study": "slurm_test", "seed": 11,
  "factors": {
    "group_size": { "values": [100, 2500] },
    "infection_probability": { "values": [0.3, 1.0] },
    "rule": { "values": ["exact", "virus_app"] }
  },
  "replicates": $1,
  "record": { "curves": 5 }
}
EOF
}

submit_and_compare() {
  local shards=$1
  "$program" submit "$work/study.json" -o "$work/array$shards" --shards "$shards" && settle &&
    same "$work/whole" "$work/array$shards"
}

interrupt_and_compare() {
  local how=$1 folder=$work/$1$2 job
  "$program" submit "$work/study.json" -o "$folder" --shards 4 --time 00:01:00 || return 1
  job=$(cat "$folder/cluster/job")
  sleep "0.$((RANDOM % 9 + 1))"
  case $how in
    requeue) scontrol requeue "${job}_1" || true ;;
    scancel)
      scancel "${job}_2" || true
      settle || return 1
      "$program" submit "$work/study.json" -o "$folder" --shards 4 || return 1
      ;;
  esac
  settle && same "$work/whole" "$folder"
}

lost_part() {
  local folder=$work/array4
  rm -r "$folder/cluster/parts/3" "$folder"/*.csv
  "$program" status "$folder" | grep -q 'part 3' || return 1
  ! "$program" merge "$folder"/cluster/parts/* -o "$work/incomplete" 2>"$work/named" || return 1
  grep -q 'part 3/4' "$work/named" || return 1
  "$program" submit "$work/study.json" -o "$folder" --shards 4 2>&1 | grep -q '1 part submitted' ||
    return 1
  settle && same "$work/whole" "$folder"
}

refused() {
  local code=0
  "$program" submit "$work/study.json" -o "$work/refused" --shards 2 "$@" 2>"$work/message" ||
    code=$?
  cat "$work/message"
  [ "$code" -eq 6 ] && grep -qi 'invalid' "$work/message"
}

time_limit() {
  # Each task stops by itself long before it is done and goes back to the queue.
  local folder=$work/limited
  "$program" submit "$work/study.json" -o "$folder" --shards 2 --dry-run --time 00:01:00 |
    grep -q -- '--time-limit 30s' || return 1
  "$program" submit "$work/study.json" -o "$folder" --shards 2 --time 00:01:00 || return 1
  scancel "$(cat "$folder/cluster/job")" || true
  settle || true
  sed -i 's/--time-limit 30s/--time-limit 0.4s/' "$folder/cluster/array.sh"
  rm -rf "$folder/cluster/parts/"*
  sbatch --parsable "$folder/cluster/array.sh" && settle &&
    bash "$folder/cluster/merge.sh" && same "$work/whole" "$folder"
}

start_slurm
study 400
"$program" run "$work/study.json" -o "$work/whole" --quiet
check "array of 4 gives the same bytes" submit_and_compare 4
check "a lost part is named, and only it is sent again" lost_part
check "an unknown partition gives Slurm's message and exit 6" refused --partition nowhere
if [ "$quick" -eq 0 ]; then
  check "array of 7 gives the same bytes" submit_and_compare 7
  check "array of 16 gives the same bytes" submit_and_compare 16
  study 20000
  rm -rf "$work/whole"
  "$program" run "$work/study.json" -o "$work/whole" --quiet
  check "tasks that stop at their time limit are requeued and go on" time_limit
  for round in $(seq 10); do
    check "requeue in the middle, $round" interrupt_and_compare requeue "$round"
    check "scancel in the middle, $round" interrupt_and_compare scancel "$round"
  done
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
