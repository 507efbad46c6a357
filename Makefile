# make run    installs what is missing, builds, runs a study and says where the results are
# make test   the same set-up, then all tests
# Everything else: make help

STUDY ?= studies/quickstart.json
WORKLOAD ?=
BESIDE ?=
THEN ?=
T ?=
PACKAGES := libgsl-dev libsqlite3-dev zlib1g-dev nettle-dev libqrcodegen-dev pkg-config gnuplot-nox fonts-dejavu-core
TEST_PACKAGES := $(PACKAGES) python3 python3-venv locales-all parallel
RELIABILITY_PACKAGES := strace faketime e2fsprogs mount
BUILD := swift build -c release -debug-info-format none
SPREADLAB := .build/release/spreadlab
READERS := .venv-readers

.PHONY: run quick test seconds test-command test-model test-modules test-reliability test-manners test-deep test-readers \
  test-tables test-distributions test-soak test-debug test-sanitizers test-fuzz test-browser test-slurm test-notebooks \
  test-python test-docs pages test-examples test-install short-browser short-report short-slurm short-random \
  short-docs truths bench bench-study bench-peers bench-page format dist docs lint clean setup setup-tests \
  readers environments build build-seconds build-programs build-tests help

run: build ## build and run a study: make run STUDY=studies/app-rules.json
	@$(SPREADLAB) run $(STUDY)

# The longest first. What is built is not looked at again by each, as each look waits for the other's. .ci/run names goals to make
# BESIDE these, and THEN: after those of the command.
test: build-tests ## all tests of the quick tier
	@.ci/side-by-side "$(strip test-command $(THEN))" test-modules $(BESIDE) test-model test-reliability test-tables lint \
	  test-readers test-manners; status=$$?; .ci/test-seconds; exit $$status

seconds: test ## the seconds of each suite into Tests/data/seconds.json: on a quiet machine
	@.ci/test-seconds --write > /dev/null

quick: setup ## a suite within seconds of a change: make quick T=StatisticsTests F=Welch
	@.ci/quick "$(T)" "$(F)"

test-command: ## the Swift tests that run the built command
	.ci/swift-tests command --filter '^CommandTests'

# Engine, study files and statistics take as long as all others together.
test-model: ## the Swift tests of the engine, study files and statistics
	.ci/swift-tests model --filter '^(SpreadEngine|StudyFiles|Statistics)Tests'

test-modules: ## the other Swift tests
	.ci/swift-tests modules --skip '^(Command|SpreadEngine|StudyFiles|Statistics)Tests'

test-reliability:
	Tests/system/Reliability/run.py going_on interruptions disk_full limits memory power_cut system_calls

test-manners:
	Tests/system/Manners/manners.py

# Short forms of slower tests, for .ci/run.
short-browser:
	Tests/system/Browser/run.sh --quick --reruns 2

short-report:
	Tests/system/ReportPage/run.sh --quick

short-slurm:
	Tests/system/Slurm/run.sh --quick

short-random:
	Tests/system/Schema/random_studies.py 60

short-docs:
	Tests/system/Docs/run.sh --quick

truths: build ## the simulator against all published and exact results; prints docs/validation.md's table
	@$(SPREADLAB) truths --tier deep -o .build/truths > .build/truths.txt
	@Tests/system/Validation/table.py .build/truths/truths.csv

test-readers: build-tests readers ## every table through pandas, DuckDB, frictionless; the schema and the program agree
	Tests/system/Readers/run.sh --quick
	$(READERS)/bin/python Tests/system/Schema/agree.py

test-tables: build-programs ## every column of every table, computed again from its definition
	Tests/system/Tables/run.sh

test-distributions: build readers ## the built program against exact distributions and closed forms, from study files
	$(READERS)/bin/python Tests/system/ExactDistributions/exact_distributions.py
	$(READERS)/bin/python Tests/system/ExactDistributions/closed_forms.py --runs 4000
	$(READERS)/bin/python Tests/system/ExactDistributions/large_groups.py

# Alone writes the digests that the quick tier compares, once everything has passed.
test-deep: build-tests readers ## the same tests in full size: exact distributions, coverage, kills, power cuts
	rm -f .build/digests.json
	SPREADLAB_DEEP=1 .ci/swift-tests deep
	Tests/system/Reliability/run.py --deep
	Tests/system/Readers/run.sh
	Tests/system/Edges/run.sh
	Tests/system/Tables/run.sh --deep
	$(READERS)/bin/python Tests/system/ExactDistributions/exact_distributions.py --runs 20000
	$(READERS)/bin/python Tests/system/ExactDistributions/closed_forms.py --runs 20000
	$(READERS)/bin/python Tests/system/ExactDistributions/large_groups.py
	$(READERS)/bin/python Tests/system/ExactDistributions/thresholds.py --runs 4000
	Tests/system/Validation/exported.py --deep
	$(READERS)/bin/python Tests/system/Schema/agree.py --deep
	Tests/system/Schema/random_studies.py 10000
	cp .build/digests.json Tests/data/digests.json

test-soak: build ## an hour of visits to the live page
	Tests/system/Reliability/run.py --deep soak

test-debug: setup ## the engine in a debug build, which checks every index of its raw memory
	SPREADLAB_TESTS=SpreadEngineTests swift build --build-tests --scratch-path .build-debug
	SPREADLAB_TESTS=SpreadEngineTests swift test --skip-build --no-parallel --scratch-path .build-debug \
	  --filter "RawBuffer|Reference|LargeGroup|Lockstep|Simulator|Pinned|Deterministic|Transmission"

test-sanitizers: setup ## pool, store and tables under ThreadSanitizer, readers under AddressSanitizer
	Tests/system/Sanitizers/run.sh

test-fuzz: setup ## all readers of foreign bytes under libFuzzer and AddressSanitizer
	Tests/system/Fuzzing/run.sh

test-browser: build ## the live page in two real browsers and the report in one
	Tests/system/Browser/run.sh
	Tests/system/Browser/run.sh --firefox
	Tests/system/ReportPage/run.sh

test-slurm: build ## a real Slurm on this machine: rounds, requeue, lost parts, kills (root); Snakemake and Dask
	Tests/system/Slurm/run.sh
	Tests/system/Examples/workflows.sh

setup:
	@.ci/install-packages $(PACKAGES)

setup-tests:
	@.ci/install-packages $(TEST_PACKAGES) $(RELIABILITY_PACKAGES)

readers: setup-tests
	@.ci/python-environment $(READERS) Tests/system/Readers/requirements.txt

# All that parts of .ci/run would otherwise install beside each other.
environments: readers
	@.ci/python-environment $(READERS) Tests/system/Python/requirements.txt
	@.ci/python-environment .venv-browser Tests/system/Browser/requirements.txt

build: setup
	@$(BUILD) --product spreadlab

# What the command's tests run.
build-programs: build
	@$(BUILD) --product throwing-rule

# The program first: its modules wait for each other, and left to the end they would leave a processor idle. No test is
# one of XCTest. `--build-tests` would also build the tools of plugins that nobody uses, for half a minute.
build-tests: setup-tests
	$(BUILD) --product spreadlab
	$(BUILD) --product spreadlabPackageTests --disable-xctest

bench: setup ## the engine beside the C++ yardstick: make bench WORKLOAD="W1 W3"
	@.ci/install-packages g++
	Benchmarks/bench.sh $(WORKLOAD)

bench-study: build ## what a whole study costs over its runs alone, and what a second thread brings
	SPREADLAB_TESTS=spreadlab-bench $(BUILD)
	Benchmarks/study.py

bench-peers: setup ## what users would pick instead, on the same runs
	Benchmarks/peers.sh $(WORKLOAD)

bench-page: build ## the live page in Chromium: taps, pinches and frames, also with a slow processor
	@.ci/install-packages chromium fonts-dejavu-core
	@.ci/python-environment .venv-browser Tests/system/Browser/requirements.txt
	.venv-browser/bin/python Benchmarks/page.py

format: ## lay out the sources
	swift format -i -r Package.swift Sources Tests Benchmarks Examples

lint: ## layout, imports, references, spelling, words, version
	@.ci/install-packages codespell
	swift format lint --strict -r Package.swift Sources Tests Benchmarks Examples
	.ci/check-imports
	.ci/check-references
	.ci/check-words
	.ci/version
	git ls-files -z README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff Makefile docs Sources Benchmarks Examples python R \
	  studies .ci notebooks-data | xargs -0 codespell

dist: setup ## the program as one file that needs nothing installed, a wheel, a Debian package, in dist/
	@.ci/install-packages python3 python3-venv binutils
	.ci/make-dist
	.ci/make-packages

build-seconds: setup ## processor seconds of a first build, by module
	@.ci/build-seconds

docs: build ## documentation of the Swift library and of the program's inside, in .build-docs
	.ci/make-docs

test-notebooks: build ## the notebook and the R script of notebooks-data from a clean environment
	Tests/system/Notebooks/run.sh

test-install: dist ## what make dist made, installed and tried where there is no Swift (root)
	Tests/system/Install/run.sh

test-python: build-programs ## the Python module over the built program: its tests, its types, its notebook
	Tests/system/Python/run.sh

test-docs: build readers ## every command and study of README, tutorial and recipes; generated pages and pictures
	Tests/system/Docs/run.sh

pages: build readers ## make what is generated in README and docs again: outputs, columns, responses, pictures
	Tests/system/Docs/run.sh --update

test-examples: build readers ## a package with a rule of its own in Swift: built, run, verified, its exact distribution
	$(READERS)/bin/python Tests/system/Examples/own_rule.py .build

clean: ## remove everything built
	rm -rf .build .build-* .venv-* dist

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20
