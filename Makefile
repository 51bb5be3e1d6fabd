# The commands of this repository for people: `make help` lists them. The steps of CI are in .ci/checks.mk.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:

BENCHMARKS := Benchmarks
BENCHMARKS_BUILD ?= $(BENCHMARKS)/.build
# The cost of tracing is measured with the same programs, built with the trait Tracing. One build folder has one state
# of the trait, so these programs have a build folder of their own.
BENCHMARKS_BUILD_TRACING ?= $(BENCHMARKS)/.build-tracing
# Likewise the cost of the inspector, and the trait Inspector.
BENCHMARKS_BUILD_INSPECTOR ?= $(BENCHMARKS)/.build-inspector
# And links over NATS, where the client library is installed. Without it, links are measured only in memory.
BENCHMARKS_BUILD_LINK ?= $(BENCHMARKS)/.build-link
HAS_NATS = $(shell pkg-config --exists libnats 2>/dev/null && echo yes)
TOOLS := $(BENCHMARKS_BUILD)/release
TRACED_TOOLS := $(BENCHMARKS_BUILD_TRACING)/release
INSPECTED_TOOLS := $(BENCHMARKS_BUILD_INSPECTOR)/release
LINKED_TOOLS = $(if $(HAS_NATS),$(BENCHMARKS_BUILD_LINK)/release,$(TOOLS))
# Preloaded into the tests of the memory figures. The programs find the library themselves.
JEMALLOC = $(firstword $(wildcard /usr/lib/*-linux-gnu/libjemalloc.so.2 /usr/local/lib/libjemalloc.so.2))
LATEST := Reports/latest
STRICT := -Xswiftc -warnings-as-errors
# `.ci/steps` sets ONCE, the options with which a debug build from nothing takes two thirds of the time: one call of the
# compiler for each module, and no debug information. Not for daily work: each change compiles its whole module, and
# debuggers see no lines. Nor for sanitizers, which print lines, and whose builds it does not make faster.
ONCE ?=
export RELEASE_BUILD := $(STRICT) $(if $(ONCE),-debug-info-format none)
export DEBUG_BUILD := $(RELEASE_BUILD) $(ONCE)
# The packages of clients, such as Examples, compile the library again, in folders of their own. In a clean clone,
# `.ci/steps` sets CLIENTS and CLIENTS_TRACING to folders of the library's own build, where the library is compiled
# already. Not for daily work: SwiftPM deletes the sources of the argument parser there, and does not see all changes.
# `FRESH` makes SwiftPM plan a build again, because the plan in such a folder may be that of another package.
FRESH := --disable-build-manifest-caching
CLIENTS ?=
CLIENTS_TRACING ?=
# By default, Swift Testing starts all tests at once: work that a test gives to the thread pool then waits behind the
# bodies of hundreds of tests. With a limit, it waits behind a few.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8

# Runs a script. Without this message, make would only say that a command is not found.
PYTHON = @command -v python3 >/dev/null || { \
  echo "make $@: needs python3; on Debian: apt-get install python3; on macOS: xcode-select --install" >&2; exit 1; }; \
  python3 -B

.PHONY: help
help: ## List these commands
	@awk -F ':.*## ' '/^# --- / { gsub(/^# --- | ---$$/, ""); print "\n" $$0 } \
	  /^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' Makefile
	@printf '\n%s\n' "make help-checks lists the steps of CI, which \`make ci\` runs, and other checks that take long"

# --- Work ---

.PHONY: build
build: ## Build the runtime for debugging
	swift build $(STRICT) --explicit-target-dependency-import-check error

.PHONY: test
test: test-library test-examples ## Run the tests

SOURCES := Package.swift Sources Examples Tests $(BENCHMARKS)/Package.swift $(BENCHMARKS)/Sources $(BENCHMARKS)/Tests

.PHONY: format
format: ## Format all Swift files in place
	swift format -i -r $(SOURCES)

.PHONY: lint
lint: ## Check formats, lengths, that mutations fit the code, and what must stand in two places, such as code of pages
	swift format lint --strict -r $(SOURCES)
	@git ls-files '*.swift' '*.c' '*.h' '*.py' '*.sh' '*.js' '*.css' | xargs wc -l \
	  | awk '$$2 != "total" && $$1 > 300 { print $$2 ": " $$1 " lines; split it"; bad = 1 } END { exit bad }'
	@LC_ALL=C.UTF-8 git grep -nE '^.{121,}' -- '*.swift' '*.c' '*.h' '*.py' '*.sh' '*.js' '*.css' Makefile .ci; \
	  [ $$? -eq 1 ] || { echo "lines have more than 120 columns, or git grep failed; see above"; exit 1; }
	@! LC_ALL=C.UTF-8 git grep -nE '^.{121,}' -- '*.md' ':!Reports' | grep -vE '^[^:]+:[0-9]+: *(\||!?\[|<img |<source )' \
	  || { echo "the lines above have more than 120 columns; rows of tables and pictures may have more"; exit 1; }
	$(PYTHON) Tests/Lint/budgets.py
	$(PYTHON) Tests/Mutations/Runner/mutations.py check
	$(PYTHON) Documentation/pictures.py check
	$(PYTHON) Tests/Lint/page_code.py
	$(PYTHON) Tests/Lint/registered.py
	$(PYTHON) Tests/Lint/operator_places.py check
	$(PYTHON) Documentation/markdown.py
	$(PYTHON) Documentation/compare.py check

.PHONY: ci
ci: ## Run every check that must pass
	.ci/steps

.PHONY: clean
clean: ## Remove the files that builds and runs have made
	rm -rf .build .build-* $(BENCHMARKS)/.build $(BENCHMARKS)/.build-* .venv $(LATEST)

# --- Look ---

INSPECTED := .build-inspector
INSPECTED_EXAMPLE := swift build $(DEBUG_BUILD) $(FRESH) --package-path Examples --traits Inspector \
  --scratch-path $(INSPECTED) --product LoginFlow
ADDRESS ?= 127.0.0.1:7070

.PHONY: inspect
inspect: ## Run an example that leaks, with an inspector, whose URL it prints; ADDRESS=127.0.0.1:7070
	$(INSPECTED_EXAMPLE)
	SWITCHBOARD_INSPECTOR=$(ADDRESS) $(INSPECTED)/debug/LoginFlow --leak --by-hand

# The options of `swift build`. By default, a debug build in a folder of its own.
DOCS_BUILD ?=
PORT ?= 8080

.PHONY: docs
docs: ## Build the documentation site in .build-docs/site, and check it
	Documentation/site.sh $(DOCS_BUILD)

.PHONY: docs-serve
docs-serve: ## Serve the documentation site on 127.0.0.1; PORT=8080
	$(PYTHON) Documentation/serve.py .build-docs/site "$(PORT)"

# --- Measure ---

# REQUIRE_EXACT=1 fails if a tool such as jemalloc or valgrind is missing. A complete run adds a line with its headline
# figures to the file HISTORY.
HISTORY ?= Reports/history/runs.jsonl
BENCH = $(BENCHMARKS)/Scripts/bench.sh $(1) $(TOOLS) $(TRACED_TOOLS) $(INSPECTED_TOOLS) $(LINKED_TOOLS) $(LATEST)$(2)

.PHONY: bench
bench: bench-setup bench-build-first ## Say which storage to use and what the runtime costs; five minutes
	@HISTORY=$(HISTORY) BUILD_REST='make --no-print-directory bench-build-rest' $(call BENCH,answer)

.PHONY: bench-costs
bench-costs: bench-setup bench-build ## Measure what tracing, the inspector, links and clients cost (10 minutes)
	@$(call BENCH,costs,/costs)

.PHONY: bench-all
bench-all: bench-setup bench-build ## Measure every figure; the report is in Reports/latest (22 minutes)
	@HISTORY=$(HISTORY) $(call BENCH,all)

.PHONY: bench-quick
bench-quick: bench-setup bench-build ## Measure every suite with fewer sizes and processes (a minute and a half)
	@$(call BENCH,all) --quick

.PHONY: bench-compare
bench-compare: bench-setup ## Compare two versions, A=<before> B=<after>: revisions, `.`, or files results.json
	@$(BENCHMARKS)/Scripts/compare.sh "$(A)" "$(or $(B),.)" $(OPTIONS)

RUNS ?= 5

.PHONY: bench-repeat
bench-repeat: bench-setup bench-build-first bench-build-rest ## Answer RUNS times, and compare the answers
	$(BENCHMARKS)/Scripts/repeat.sh $(RUNS) $(TOOLS) $(LATEST)/repeat

.PHONY: bench-accept
bench-accept: bench-build ## Make the results of the last `make bench-all` the committed reference and baseline
	$(TOOLS)/benchmark-report accept --results $(LATEST)/results.json --reports Reports
	$(PYTHON) Documentation/compare.py write

# --- Look for faults ---

TRACING := --traits Tracing --scratch-path .build-tracing

.PHONY: leakcheck
leakcheck: ## Check that the leak detector finds exactly the known leaks; the report is in Reports/latest
	swift build $(RELEASE_ON) --product leakcheck
	.build-tracing/release/leakcheck --output $(LATEST)

# Locally, only mutations run that a change since $(BASE) can have touched. `ALL=1` runs all mutations.
BASE ?= origin/main
test-mutations leakcheck-mutations: export SWITCHBOARD_MUTATIONS_SINCE = $(if $(ALL)$(NAMES),,$(BASE))

.PHONY: test-mutations
test-mutations: ## Break a copy of the code in one place at a time, and check that the tests fail; NAMES=… tries some
	$(PYTHON) Tests/Mutations/Runner/mutations.py tests $(NAMES)

# Random programs against a reference model, races of threads, and a soak: Switchboard.docc/Torture.md.
TORTURE := swift run --package-path Tests/Torture -c release $(RELEASE_BUILD) $(FRESH) \
  --scratch-path $(or $(CLIENTS),.build-torture) torture
SEED ?= 1
MINUTES ?= 30

.PHONY: torture
torture: ## Compare random programs with a model, and race threads (10 minutes; SEED=random)
	$(TORTURE) model --seconds 300 --seed $(SEED)
	$(TORTURE) deliveries --seconds 300

# libFuzzer is part of the toolchain on Linux.
SECONDS ?= 60

.PHONY: fuzz
fuzz: ## Give damaged bytes to the readers of files and events, SECONDS=n for each; hours find more than minutes
	Tests/Fuzz/run.sh $(SECONDS)

# --- Renew what is committed ---

.PHONY: api
api: ## Write the public API of the products to Reports/PublicAPI
	Tests/PublicAPI/run.sh write

# The tests play the entries that these pictures show.
.PHONY: marbles
marbles: ## Draw the diagrams of the operators, from the tables that the tests run; write their examples as code
	swift run $(DEBUG_BUILD) marbles write
	$(PYTHON) Tests/Lint/operator_places.py write

.PHONY: numbers
numbers: ## Put the numbers of the committed results and of the code into the pages
	$(PYTHON) Documentation/compare.py write

# Compression needs pngquant.
.PHONY: pictures
pictures: docs-setup trace-setup ## Take the screenshots of the pages anew; NAMES="login-flow report" takes some
	for product in LoginFlow Orders PriceTicker; do \
	  swift build $(RELEASE_BUILD) $(FRESH) -c release --package-path Examples --traits Inspector \
	    --scratch-path $(INSPECTED) --product $$product || exit; \
	done
	.venv/bin/python3 -B Documentation/pictures.py write $(INSPECTED)/release $(NAMES)

include .ci/checks.mk
