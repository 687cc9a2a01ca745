# Every command of the house; plain `make` lists them. Slow things are done once: Debian packages, Drogon, Node.js and
# the speech engine stay in ~/.cache/scriba, everything else under build/ and web/.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

export SCRIBA_CACHE ?= $(HOME)/.cache/scriba
export SCRIBA_DEPS := $(SCRIBA_CACHE)/deps
export PATH := $(SCRIBA_CACHE)/node/bin:$(PATH)

PROGRAM := build/scriba
WEB_INPUTS := $(shell find web \( -name node_modules -o -name dist -o -name e2e -o -name coverage \) -prune -o -type f -print 2>/dev/null)
say = @printf '\033[1m==>\033[0m %s\n'

.PHONY: help
help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- using it ------------------------------------------------------------------------------------------------------

.PHONY: run
run: build ## set up, build and serve on http://localhost:8080 (first time 10 to 15 minutes, then seconds)
	$(say) "Scriba starts; Ctrl-C stops it"
	@exec setpriv --pdeathsig TERM $(PROGRAM) serve

.PHONY: build
build: program build/web.stamp ## build build/scriba, the program as it is installed, and the web application beside it

.PHONY: speech
speech: ## put a speech engine on this machine (MODEL=base|small|large-v3-turbo; 2 minutes and the model's download)
	@scripts/speech.sh $(or $(MODEL),small)

# ---- working on it -------------------------------------------------------------------------------------------------

.PHONY: dev
dev: build/web-packages.stamp build/dev/build.ninja ## debug build behind Vite with hot reload, on http://localhost:5173
	@scripts/dev.sh

.PHONY: check
check: setup-tests ## layout, types, ESLint and unit tests: what to run before every commit (minutes)
	@scripts/test.sh format web-lint cpp-unit web-unit

.PHONY: test
test: setup-tests ## set up, build and run every test, quick before slow (50 minutes on two cores from nothing, half of it compiling)
	@scripts/test.sh format web-lint web-unit cpp-sanitized build wire e2e

.PHONY: lint
lint: setup-tests build/dev/build.ninja ## clang-tidy over the server, ESLint and types over the web (minutes)
	@scripts/lint.sh

.PHONY: fuzz
fuzz: setup ## invented input for every parser of outside input (SECONDS=30 for each; TARGETS="jwt clinical" for some)
	@scripts/packages.sh test
	@scripts/fuzz.sh $(or $(SECONDS),30) $(TARGETS)

.PHONY: format
format: setup-tests ## put every file into the house's layout
	@scripts/format.sh

.PHONY: bench
bench: setup build ## run the programs behind the numbers we publish (12 minutes; BENCH="requests growth" for some)
	@scripts/packages.sh bench
	@scripts/bench.sh $(BENCH)

.PHONY: clean
clean: ## remove everything built in the tree; the cache and your data stay
	rm -rf build web/dist web/node_modules

# ---- steps ---------------------------------------------------------------------------------------------------------

.PHONY: setup
setup:
	@scripts/packages.sh build
	@scripts/drogon.sh
	@scripts/node.sh

.PHONY: setup-tests
setup-tests: setup
	@scripts/packages.sh test
	@scripts/speech/program.sh || printf 'The tests with the real speech engine are left out on this machine.\n'

build/%/build.ninja: CMakePresets.json | setup
	$(say) "Configuring the $* build (seconds)"
	@mkdir -p build && cmake --preset $* >build/$*-configure.log 2>&1 || { tail -n 30 build/$*-configure.log; exit 1; }

# The program and its decoder are the only executables of their build, so they can be put where operators look for them.
build/release/build.ninja: CMakePresets.json | setup
	$(say) "Configuring the release build (seconds)"
	@mkdir -p build && cmake --preset release -DSCRIBA_TESTS=OFF -DCMAKE_RUNTIME_OUTPUT_DIRECTORY=$(CURDIR)/build \
	  >build/release-configure.log 2>&1 || { tail -n 30 build/release-configure.log; exit 1; }

# ninja knows better than make what is current.
.PHONY: program
program: build/release/build.ninja
	@scripts/compile.sh release scriba

build/web-packages.stamp: web/package-lock.json web/package.json | setup
	$(say) "Installing the web application's packages (half a minute)"
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@mkdir -p build && touch $@

# Found by the program beside itself.
build/web.stamp: build/web-packages.stamp $(WEB_INPUTS)
	$(say) "Building the web application (half a minute)"
	@cd web && npm run --silent build >../build/web.log 2>&1 || { tail -n 40 ../build/web.log; exit 1; }
	@ln -sfn ../web/dist build/web && touch $@
