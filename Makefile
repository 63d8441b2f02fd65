# One command for each thing a newcomer does. Each sets up the machine first; a second run does only what is new.
.PHONY: setup demo build test kills interop bench fuzz docs clean

HERALD = .build/debug/herald

setup:
	@scripts/setup

build: setup
	swift build --product herald

demo: build
	@$(HERALD) demo

test: setup
	@scripts/test

# Kills wallet and servers in the middle of every protocol; `make test` does 24 rounds of it.
KILL_ROUNDS ?= 200
kills: setup
	HERALD_KILL_ROUNDS=$(KILL_ROUNDS) swift test --filter KillTests

interop: build
	@HERALD_BIN=$(HERALD) scripts/interop

bench: setup
	cd Benchmarks && swift run -c release HeraldBenchmarks

# FUZZ_SECONDS=600 make fuzz looks longer.
FUZZ_SECONDS ?= 60
fuzz: setup
	@scripts/fuzz $(FUZZ_SECONDS)

docs: setup
	@scripts/docs

clean:
	rm -rf .build .build-* Benchmarks/.build Fuzz/.build .venv
