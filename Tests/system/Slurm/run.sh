#!/usr/bin/env bash
# Runs studies on a real Slurm of one machine, started here and stopped at the end:
#   Tests/system/Slurm/run.sh [--quick]
# Needs root (munged and slurmd run as daemons); says so and stops where it is not.
set -euo pipefail
cd "$(dirname "$0")/../../.."
quick=0
[ "${1:-}" = --quick ] && quick=1
# Where Slurm cannot be had, the quick tier says so and passes; the full one fails.
not_tested() {
  echo "NOT TESTED: studies on Slurm; $1" >&2
  [ "$quick" -eq 1 ] && exit 0
  exit 1
}
[ "$(id -u)" -eq 0 ] || not_tested "its daemons need root: run this as root or in a container"
.ci/install-packages slurm-wlm munge || not_tested "its packages could not be installed"
program=$PWD/.build/release/spreadlab
compare=$PWD/Tests/system/Slurm/compare.py
work=$(mktemp -d /tmp/spreadlab-slurm-XXXXXX)
. Tests/system/Slurm/slurm.sh
trap 'stop_slurm; rm -rf "$work"' EXIT
passed=0
failed=0

# check NAME COMMAND...: runs it and counts.
check() {
  local name=$1
  shift
  if "$@" >"$work/check.log" 2>&1; then
    echo "ok: $name"
    passed=$((passed + 1))
  else
    echo "FAILED: $name"
    tail -n 20 "$work/check.log" | sed 's/^/  /'
    failed=$((failed + 1))
  fi
}

# study REPLICATES: writes the study and runs it on this machine, for comparison.
study() {
  cat >"$work/study.json" <<STUDY
{
  "spreadlab": 1, "study": "slurm_test", "seed": 11,
  "factors": {
    "group_size": { "values": [100, 2500] },
    "infection_probability": { "values": [0.3, 1.0] },
    "rule": { "values": ["exact", "virus_app"] }
  },
  "replicates": $1,
  "record": { "curves": 5 },
  "analysis": { "comparisons": [
    { "factor": "rule", "reference": "exact", "response": "step_to_50pct" }] }
}
STUDY
  rm -rf "$work/whole"
  "$program" run "$work/study.json" -o "$work/whole" --quiet
}

# The folder holds the bytes of the study on one machine.
same() { python3 "$compare" "$work/whole" "$@"; }

submit() { "$program" submit "$work/study.json" -o "$@"; }

# says PATTERN COMMAND...: runs it to its end, then looks for a line; in a pipe, grep -q could end it early.
says() {
  local pattern=$1
  shift
  "$@" >"$work/said" 2>&1 && grep -Eq -- "$pattern" "$work/said" && return
  cat "$work/said"
  return 1
}

array() {
  submit "$work/array$1" --shards "$1" && settle && same "$work/array$1" &&
    says "complete in" "$program" status "$work/array$1" &&
    [ ! -e "$work/array$1/cluster/parts/1" ]
}

# Cancels the judge, and waits for the array.
without_judge() {
  scancel --name="slurm_test-$(cat "$1/cluster/id")-judge" && settle
}

on_paper() {
  sed -E 's/"replicates": [0-9]+/"replicates": 3000/' "$work/study.json" >"$work/long.json"
  says '^#SBATCH --array=1-1000$' \
    "$program" submit "$work/long.json" -o "$work/paper" --shards 1000 --dry-run &&
    grep -q -- '--shard "$part/1000"' "$work/said" && [ ! -e "$work/paper" ]
}

lost_part() {
  local folder=$work/lost
  submit "$folder" --shards 4 && without_judge "$folder" || return 1
  rm -r "$folder/cluster/parts/1/3"
  says '^part 3 is missing' "$program" status "$folder" || return 1
  "$program" merge "$folder"/cluster/parts/1 -o "$work/incomplete" 2>"$work/named" || return 1
  grep -q 'part 3/4' "$work/named" && [ ! -e "$work/incomplete/runs.csv" ] || return 1
  says '1 part submitted, 3 of 4 were complete' submit "$folder" --shards 4 || return 1
  settle && same "$folder"
}

# Slurm reads the lines of a script in its own way, and puts numbers where a path has a %.
odd_folder() {
  local folder="$work/50%a \"b\" it's #1 \$(touch $work/pwned)"
  submit "$folder" --shards 2 '--sbatch=--comment=two "words"' && settle && same "$folder" &&
    ls "$folder"/cluster/logs/*_2.log && [ ! -e "$work/pwned" ] || return 1
  scontrol show job | grep 'Comment=two "words"'
}

# arrays FOLDER: how many arrays Slurm has been sent for it, ended ones included.
arrays() {
  scontrol -o show job | grep "JobName=slurm_test-$(cat "$1/cluster/id") " |
    grep -o 'ArrayJobId=[0-9]*' | sort -u | wc -l
}

sent_once() {
  local folder=$work/once one two codes=0
  submit "$folder" --shards 3 & one=$!
  submit "$folder" --shards 3 & two=$!
  wait "$one" || codes=$((codes + $?))
  wait "$two" || codes=$((codes + $?))
  # The second finds the folder in use, or everything sent.
  [ "$codes" -eq 0 ] || [ "$codes" -eq 5 ] || return 1
  says '^0 parts submitted' submit "$folder" --shards 3 || return 1
  settle && same "$folder" && [ "$(arrays "$folder")" -eq 1 ]
}

killed() {
  local folder=$work/killed round submitter
  for round in 1 2 3 4 5 6; do
    "$program" submit "$work/study.json" -o "$folder" --shards 3 & submitter=$!
    sleep "0.0$round"
    kill -KILL "$submitter"
    wait "$submitter"
  done
  # What a killed one started may be at work yet.
  for round in $(seq 50); do
    submit "$folder" --shards 3 && break
    sleep 0.1
  done
  settle && same "$folder" && [ "$(arrays "$folder")" -eq 1 ]
}

refused() {
  local code=0
  submit "$work/refused" --shards 2 "$@" 2>"$work/message" || code=$?
  cat "$work/message"
  [ "$code" -eq 6 ] && grep -qi 'sbatch: .*invalid' "$work/message"
}

# Studies whose runs decide what comes next: design NAME writes one, and runs it on this machine.
design() {
  local precision='"replicates": { "min": 40, "max": 4000, "batch": 80, "until": [{ "response": "steps", "half_width": 0.08 }] }'
  local model='"model": { "group_size": 2500, "stop": { "max_steps": 60 } }'
  local other='"factors": { "rule": { "values": ["exact", "virus_app"] } }'
  case $1 in
    precision) text="$model, $other, $precision" ;;
    threshold) text="$model, $other, \"replicates\": 80, \"design\": { \"type\": \"threshold\",
      \"factor\": \"infection_probability\", \"from\": 0.1, \"to\": 0.9, \"response\": \"reached_50pct\",
      \"target\": 0.5, \"half_width\": 0.004, \"max_runs\": 8000 }" ;;
    selection) text="$model, \"factors\": { \"infection_probability\": { \"values\": [0.5, 0.55, 0.6, 0.9] } },
      \"design\": { \"type\": \"select\", \"response\": \"final_infected\", \"best\": \"smallest\",
      \"indifference\": 0.4, \"batch\": 40, \"first_stage\": 40, \"max_runs\": 20000 }" ;;
    calibration) text="$model, \"factors\": { \"infection_probability\": { \"from\": 0.2, \"to\": 1 } },
      \"design\": { \"type\": \"calibration\", \"draws\": 160, \"max_runs\": 4000,
      \"data\": [{ \"response\": \"step_to_50pct\", \"values\": [21, 22] }] }" ;;
  esac
  echo "{ \"spreadlab\": 1, \"study\": \"slurm_test\", \"seed\": 11, $text }" >"$work/study.json"
  rm -rf "$work/whole"
  "$program" run "$work/study.json" -o "$work/whole" --quiet
}

# done_with FOLDER OPTION...: the same command until the study is complete, as somebody would who looks now and then.
done_with() {
  local folder=$1
  shift
  for _ in $(seq 60); do
    settle || return 1
    says 'complete in' "$program" status "$folder" && return
    submit "$folder" "$@" || return 1
  done
  return 1
}

every_round() {
  design "$1" && submit "$work/rounds-$1" --shards 4 && settle && same "$work/rounds-$1" || return 1
  [ "$(wc -l <"$work/rounds-$1/cluster/jobs")" -gt 2 ]
}

# Compute nodes may not send jobs: nobody but the driver does.
driven() {
  local folder=$work/driven
  timeout 5 "$program" submit "$work/study.json" -o "$folder" --shards 4 --driver
  submit "$folder" --shards 4 --driver && same "$folder" && ! ls "$folder"/cluster/judge.sh
}

# disturbed DESIGN COUNT: as many random kills, requeues and cancellations of tasks and judges, and nodes that are down.
disturbed() {
  local folder=$work/disturbed-$1 name victim twice=0
  design "$1" && submit "$folder" --shards 4 || return 1
  name=slurm_test-$(cat "$folder/cluster/id")
  for event in $(seq "$2"); do
    sleep "0.$((RANDOM % 8 + 1))"
    [ -z "$(squeue -h --array -n "$name" -o %K | sort | uniq -d)" ] || twice=1
    victim=$(squeue -h --array -n "$name,$name-judge" -t RUNNING -o %i | shuf -n 1)
    case $((event % 5)) in
      0) pkill -KILL -f "spreadlab run .*$folder/" ;;
      1) [ -n "$victim" ] && scontrol requeue "$victim" ;;
      2) [ -n "$victim" ] && scancel "$victim" ;;
      3) pkill -KILL -f "spreadlab submit .*$folder" ;;
      4)
        scontrol update NodeName="node$((event % 4 + 1))" State=DOWN Reason=test
        sleep 1
        scontrol update NodeName="node$((event % 4 + 1))" State=RESUME
        ;;
    esac
    hurry
    [ -n "$(squeue -h -n "$name,$name-judge")" ] || submit "$folder" --shards 4
  done
  done_with "$folder" --shards 4 && same "$folder" && [ "$twice" -eq 0 ]
}

# Rounds by the loop that needs no scheduler.
looped() {
  local folder=$work/looped-$1 script
  design "$1" || return 1
  script=$("$program" submit "$work/study.json" -o "$folder" --shards 3 --scheduler script)
  timeout 2 $script
  $script && same "$folder"
}

# Parts run by hand, as GNU parallel would, and joined in any order.
without_slurm() {
  local parts=() count=$1
  for part in $(seq "$count" | shuf); do
    "$program" run "$work/study.json" --shard "$part/$count" -o "$work/by$count/$part" --quiet ||
      return 1
    parts+=("$work/by$count/$part")
  done
  "$program" merge $(printf '%s\n' "${parts[@]}" | shuf) -o "$work/joined$count" --quiet &&
    same "$work/joined$count"
}

# A task that is cancelled: status and the report work on what is there, and say so.
partial() {
  local folder=$work/partial job
  submit "$folder" --shards 4 || return 1
  job=$(tail -n 1 "$folder/cluster/jobs")
  scancel "${job}_2"
  settle
  grep -q 'round 1 of the study is not complete' "$folder"/cluster/logs/judge_*.log || return 1
  says '^part 2 (is missing|stopped)' "$program" status "$folder" &&
    grep -q '3 of 4 parts complete' "$work/said" || return 1
  "$program" merge "$folder/cluster/parts/1" -o "$folder" --partial --quiet || return 1
  says 'of an unfinished study' "$program" report "$folder" || return 1
  grep -q '"complete": false' "$folder/manifest.json" || return 1
  rm -r "$folder/report.html" "$folder/report.sha256" "$folder/plots"
  submit "$folder" --shards 4 && settle && same "$folder"
}

# Waits until a part has runs, then some more.
wait_for_part() {
  local store=$1/cluster/parts/1/$2/.store/runs.sqlite
  for _ in $(seq 1200); do
    [ -s "$store" ] && break
    sleep 0.05
  done
  [ -s "$store" ] || return 1
  sleep "0.$((RANDOM % 5 + 1))"
}

requeued() {
  local folder=$work/requeue$1 job
  submit "$folder" --shards 4 || return 1
  job=$(tail -n 1 "$folder/cluster/jobs")
  wait_for_part "$folder" 1 || return 1
  scontrol requeue "${job}_1" || return 1
  settle && same "$folder" && grep -q REQUEUE "$folder"/cluster/logs/*_1.log
}

cancelled() {
  local folder=$work/cancel$1 job
  submit "$folder" --shards 4 || return 1
  job=$(tail -n 1 "$folder/cluster/jobs")
  wait_for_part "$folder" 2 || return 1
  scancel "${job}_2" || return 1
  settle
  says '^part 2 stopped' "$program" status "$folder" || return 1
  says '1 part submitted' submit "$folder" --shards 4 && settle && same "$folder"
}

# Each task stops by itself long before it is done and goes back to the queue.
limited() {
  local folder=$work/limited$1 stops
  says '--time-limit 30s' submit "$folder" --shards 2 --time 00:01:00 --dry-run || return 1
  submit "$folder" --shards 2 --time 00:01:00 || return 1
  scancel "$(tail -n 1 "$folder/cluster/jobs")"
  without_judge "$folder"
  # The scripts are there to be changed and submitted by hand.
  rm -rf "$folder/cluster/parts/"* "$folder/cluster/logs/"*
  sed -i 's/--time-limit 30s/--time-limit 0.5s/; s/ --quiet//' "$folder/cluster/array.sh"
  sbatch --parsable "$folder/cluster/array.sh" && settle || return 1
  stops=$(cat "$folder"/cluster/logs/*.log | grep -c 'Stopped after')
  echo "$stops stops at the limit"
  [ "$stops" -ge 2 ] && bash "$folder/cluster/judge.sh" && same "$folder"
}

start_slurm || not_tested "it does not start on this machine, its log is above"
study 400
check "array of 4 gives the same bytes" array 4
check "a lost part is named, and only it is sent again" lost_part
check "a folder of an odd name gives the same bytes, and its logs" odd_folder
check "a partition that is not there gives Slurm's message and exit 6" refused --partition nowhere
check "of a study with a cancelled part, status and report tell what is there" partial
check "every round of a precision study, and the bytes of one machine" every_round precision
if [ "$quick" -eq 0 ]; then
  for one in threshold selection calibration; do
    check "every round of a $one study, and the bytes of one machine" every_round "$one"
  done
  check "a driver sends every round, also when it was killed and started again" driven
  check "a loop without a scheduler, stopped and started again" looped precision
  study 400
  check "two submits at once send every part once" sent_once
  check "submits that are killed send every part once" killed
  check "an account that may not gives Slurm's message and exit 6" \
    refused --partition closed --account chemistry
  for count in 1 2 7 16; do
    check "$count parts without Slurm, joined in any order, give the same bytes" without_slurm "$count"
  done
  check "array of 7 gives the same bytes" array 7
  check "array of 16 gives the same bytes" array 16
  study 1000
  check "1,000 parts on paper" on_paper
  check "array of 200 gives the same bytes" array 200
  # Long enough that no part ends before it is stopped.
  study 25000
  for round in $(seq 7); do
    check "requeue in the middle, $round of 7" requeued "$round"
    check "scancel in the middle, $round of 7" cancelled "$round"
    check "time limit in the middle, $round of 7" limited "$round"
  done
  for one in precision threshold selection calibration; do
    check "a $one study under 20 kills, requeues, cancellations and nodes down" disturbed "$one" 20
  done
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
