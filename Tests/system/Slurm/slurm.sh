# A Slurm of four nodes on one machine in a folder of its own, started and stopped by the tests: sourced by
# run.sh, which sets `work`.

host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
munged_is_ours=0

start_slurm() {
  mkdir -p "$work/ctld" "$work"/node{1,2,3,4}
  cat >"$SLURM_CONF" <<CONF
ClusterName=local
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/ctld
SlurmdSpoolDir=$work/%n
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/%n.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/%n.log
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
EnforcePartLimits=ALL
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
NodeName=node[1-4] NodeHostname=$host NodeAddr=127.0.0.1 Port=[17001-17004] CPUs=1 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
PartitionName=closed Nodes=ALL AllowAccounts=physics MaxTime=INFINITE State=UP
CONF
  install -d -o munge -g munge -m 755 /run/munge
  if ! munge -n >/dev/null 2>&1; then
    [ -s /etc/munge/munge.key ] || mungekey --create
    runuser -u munge -- /usr/sbin/munged
    munged_is_ours=1
  fi
  slurmctld || return 1
  for node in 1 2 3 4; do slurmd -N "node$node" || return 1; done
  for _ in $(seq 200); do
    sinfo -h -o %T 2>/dev/null | grep -q idle && return
    sleep 0.1
  done
  tail -n 20 "$work"/*.log >&2
  return 1
}

stop_slurm() {
  local daemons
  daemons=$(cat "$work"/*.pid 2>/dev/null)
  [ -z "$daemons" ] || scancel --user=root >/dev/null 2>&1
  scontrol shutdown >/dev/null 2>&1
  for _ in $(seq 50); do
    ls "$work"/*.pid >/dev/null 2>&1 || break
    sleep 0.1
  done
  # One that has not ended by now would take the jobs of the next Slurm, whose ports are the same.
  # shellcheck disable=SC2086 # a number each
  [ -z "$daemons" ] || kill -KILL $daemons 2>/dev/null
  [ "$munged_is_ours" -eq 0 ] || kill "$(cat /run/munge/munged.pid)" 2>/dev/null
  true
}

# Slurm holds a requeued task back for two minutes; three seconds are enough for the node to forget the task's first
# life.
hurry() {
  local task start
  while read -r task start; do
    [ "$(($(date -d "$start" +%s) - $(date +%s)))" -lt 5 ] ||
      scontrol update JobId="$task" StartTime=now+3 2>/dev/null || true
  done < <(squeue -h --array -t PENDING -o '%i %S %r' | awk '$3 == "BeginTime" { print $1, $2 }')
}

# Waits until no job is left.
settle() {
  for _ in $(seq 1800); do
    [ -z "$(squeue -h)" ] && return
    hurry
    sleep 0.1
  done
  echo "jobs did not end:" && squeue && return 1
}
