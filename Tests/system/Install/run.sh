#!/usr/bin/env bash
# Installs what `make dist` made and runs studies/quickstart.json with it, each in a root folder of its
# own in which there is no Swift: the Debian package in an empty one, the wheel in one with this
# system's Python, where the notebook of the Python module is executed, too; the container where
# docker works. Only root can change the root folder.
set -euo pipefail
cd "$(dirname "$0")/../../.."
if [ "$(id -u)" -ne 0 ]; then
  echo "Not tried: only root can change the root folder."
  exit 0
fi
.ci/install-packages groff bsdextrautils bc
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# Runs words with ROOT as root folder, with /proc, and with the folders named before `--` of this
# system, read-only: within ROOT FOLDER... -- WORDS...
within() {
  unshare --mount --pid --fork bash -euc '
    root=$1
    shift
    while [ "$1" != -- ]; do
      mkdir -p "$root$1"
      mount --rbind "$1" "$root$1"
      mount -o remount,bind,ro "$root$1"
      shift
    done
    shift
    mkdir -p "$root/proc" "$root/tmp"
    mount -t proc proc "$root/proc"
    exec env -i PATH=/venv/bin:/usr/bin HOME=/tmp "$(command -v chroot)" "$root" "$@"' within "$@"
}

passed=0
passes() {
  passed=$((passed + 1))
  echo "ok   $1"
}
seconds() { date +%s.%N; }

# The Debian package.
root=$place/debian
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
touch "$root/var/lib/dpkg/status"
dpkg --root="$root" --log=/dev/null --install dist/*.deb >/dev/null
cp studies/quickstart.json "$root"
begun=$(seconds)
within "$root" -- /usr/bin/spreadlab run /quickstart.json -o /results --quiet
within "$root" -- /usr/bin/spreadlab verify /results >/dev/null
passes "the Debian package runs the quickstart in an empty root folder ($(
  stat -c %s dist/*.deb | numfmt --to=si)B, $(echo "$(seconds) - $begun" | bc | cut -c1-4) s)"
pages=$(find "$root/usr/share/man/man1" -name '*.gz' | wc -l)
commands=$(dist/spreadlab --experimental-dump-help | grep -c '"commandName"')
[ "$pages" -eq "$commands" ]
for page in "$root"/usr/share/man/man1/*.gz; do
  zcat "$page" | groff -mandoc -Tascii -P-c 2>/dev/null | col -b | grep -ci "^ *spreadlab" >/dev/null ||
    { echo "$page cannot be read"; exit 1; }
done
bash -n "$root/usr/share/bash-completion/completions/spreadlab"
passes "$pages manual pages, one per command, and completions"
# Without gnuplot the report has everything but its pictures.
within "$root" -- /usr/bin/spreadlab report /results 2>"$place/said"
grep -q "gnuplot" "$place/said" && grep -q "gnuplot-nox" "$root/results/report.html"
passes "a report without gnuplot says that it has no pictures"
dpkg --root="$root" --log=/dev/null --purge spreadlab >/dev/null
[ -z "$(find "$root/usr" -type f -print -quit 2>/dev/null)" ]
passes "nothing of it is left after it is removed"

# The wheel.
root=$place/wheel
mkdir -p "$root"/{venv,etc,dev,wheels,tmp}
for link in bin lib lib64 sbin; do
  if [ -L "/$link" ]; then cp -P "/$link" "$root/$link"; fi
done
.ci/python-environment .venv-dist python/requirements-dist.txt
.venv-dist/bin/pip download --quiet --disable-pip-version-check --dest "$root/wheels" \
  -r Tests/system/Python/requirements.txt
cp dist/*.whl "$root/wheels"
cp studies/quickstart.json notebooks-data/python.ipynb "$root"
cp Tests/system/Install/try_wheel.py "$root"
if within "$root" /usr /dev /etc -- /usr/bin/env which swift swiftc >/dev/null 2>&1; then
  echo "     (Swift stands in /usr here, so the wheel's root folder has it, too)"
fi
within "$root" /usr /dev /etc -- /usr/bin/python3 -m venv /venv
within "$root" /usr /dev /etc -- /venv/bin/pip install --quiet --disable-pip-version-check \
  --no-index --find-links /wheels spreadlab
begun=$(seconds)
within "$root" /usr /dev /etc -- /venv/bin/python /try_wheel.py /quickstart.json
within "$root" /usr /dev /etc -- /venv/bin/spreadlab verify /tmp/results >/dev/null
passes "pip installs the wheel with pandas alone, and it runs the quickstart ($(
  stat -c %s dist/*.whl | numfmt --to=si)B, $(echo "$(seconds) - $begun" | bc | cut -c1-4) s)"
within "$root" /usr /dev /etc -- /venv/bin/pip install --quiet --disable-pip-version-check \
  --no-index --find-links /wheels matplotlib nbclient nbformat ipykernel
within "$root" /usr /dev /etc -- /venv/bin/python /try_wheel.py /python.ipynb
passes "the notebook runs from its first cell to its last"

# The container.
if docker info >/dev/null 2>&1; then
  docker build --quiet --tag spreadlab-try --file dist/Containerfile dist >/dev/null
  mkdir "$place/work"
  cp studies/quickstart.json "$place/work"
  docker run --rm --volume "$place/work:/work" spreadlab-try run quickstart.json --quiet
  docker run --rm --volume "$place/work:/work" spreadlab-try verify results/quickstart >/dev/null
  docker rmi --force spreadlab-try >/dev/null
  passes "the container runs the quickstart"
else
  echo "     (docker does not run here: of the container, the program in an empty root folder was tried)"
fi
echo "$passed passed, 0 failed"
