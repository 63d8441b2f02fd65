# One command for each thing a newcomer does. Each sets up the machine first; a second run does only what is new.
.PHONY: setup demo build test interop bench fuzz docs clean

HERALD = .build/debug/herald

setup:
	@scripts/setup

build: setup
	swift build --product herald

demo: build
	@$(HERALD) demo

test: setup
	swift test

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
