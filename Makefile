# Each command sets up the machine first. A second run does only what has changed since.
.PHONY: setup demo build test format lint kills tsan interop bench fuzz docs clean

HERALD = .build/debug/herald
# Package.swift explains this variable.
export HERALD_QUICK = 1

setup:
	@scripts/setup

build: setup
	@swift build --product herald

demo: build
	@$(HERALD) demo

test:
	@scripts/setup tests
	@scripts/test

# Both read .swift-format. `make format` rewrites the sources; `make lint` names the lines that it would change, and fails if there are any.
# Samples that stand in a document word for word keep the document's layout.
VERBATIM = Tests/SnippetTests/UseCases Tests/SnippetTests/Snippets $(wildcard Tests/SnippetTests/DocExamples*.swift Tests/SnippetTests/*Sample*.swift)
SWIFT_SOURCES = Package.swift Sources Apple $(filter-out Tests/SnippetTests,$(wildcard Tests/*)) $(filter-out $(VERBATIM),$(wildcard Tests/SnippetTests/*)) Interop/Sources Examples Benchmarks/Package.swift Benchmarks/Sources $(wildcard Fuzz/*.swift Fuzz/*/*.swift)
format:
	@swift format format --in-place --parallel --recursive $(SWIFT_SOURCES)

lint:
	@swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)

# Kills the wallet and the servers in the middle of every protocol, and a session while it syncs and sends, KILL_ROUNDS times each (`make test`:
# 18 and 40 times). Then makes 6,000 calls of sessions fail (`make test`: 3,000). Then sends 10,000 mutated requests to each family of the
# node's endpoints (`make test`: 1,000). Then kills one of two instances of every OpenDID server on PostgreSQL INSTANCE_KILL_ROUNDS times, and
# PostgreSQL in every tenth of these rounds (`make interop`: 5 rounds, and PostgreSQL once). Then kills one of two gateways under load
# GATEWAY_KILL_ROUNDS times, every four seconds (`make interop`: 5 times).
KILL_ROUNDS ?= 1000
INSTANCE_KILL_ROUNDS ?= 200
GATEWAY_KILL_ROUNDS ?= 30
kills: setup
	@swift build --build-tests
	HERALD_KILL_ROUNDS=$(KILL_ROUNDS) HERALD_FAULT_SEEDS=4 HERALD_MUTATED_REQUESTS=10000 \
		swift test --skip-build --filter 'KillTests|FaultTests|MutatedRequestTests'
	@swift build --product herald
	@swift build --product HeraldInterop
	@HERALD_BIN=$(HERALD) scripts/interop --only postgres --rounds $(INSTANCE_KILL_ROUNDS)
	@HERALD_BIN=$(HERALD) scripts/interop --only gateway --rounds $(GATEWAY_KILL_ROUNDS)

# `TSAN_FILTER=OutboxTests make tsan` runs only the tests that the filter selects.
TSAN_FILTER ?= SDNSDKTests|SDNStoreTests
tsan: setup
	@scripts/tsan '$(TSAN_FILTER)'

interop: build
	@swift build --product HeraldInterop
	@HERALD_BIN=$(HERALD) scripts/interop

# BENCH="--write" also writes docs/benchmarks.md. BENCH="sdn" measures one suite. BENCH="--smallest" only checks that every measurement works.
# The Python programs that Herald is compared with are those of `make interop`.
BENCH ?=
bench:
	@scripts/setup bench
	@scripts/bench $(BENCH)

# `FUZZ_SECONDS=600 make fuzz` runs longer. `FUZZ_BUILD=debug make fuzz` builds faster and tries fewer inputs in a second.
FUZZ_SECONDS ?= 60
fuzz: setup
	@scripts/fuzz $(FUZZ_SECONDS)

docs: setup
	@scripts/docs

clean:
	rm -rf .build .build-* Benchmarks/.build Fuzz/.build .venv
