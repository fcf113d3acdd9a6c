# Every task of the project. `make help` lists them.

GO   ?= go
ADDR ?= 127.0.0.1:8080
BASE ?= /

# Packages whose tests also run compiled to WebAssembly.
WASM_PACKAGES = $$($(GO) list ./bounds/... | grep -v '/bounds$$') ./app/number ./app/link ./app/plot ./wasm/protocol ./wasm/engine

# Packages whose tests draw examples with rapid, and those whose tests do not.
# `make test` fixes the draws, so that a failure is the fault of what was
# changed; `make soak` draws others.
DRAWN   = $(GO) list -f '{{.ImportPath}} {{.TestImports}}{{.XTestImports}}' $(1) | awk '/pgregory.net.rapid/ { print $$1 }'
UNDRAWN = $(GO) list -f '{{.ImportPath}} {{.TestImports}}{{.XTestImports}}' $(1) | awk '!/pgregory.net.rapid/ { print $$1 }'
SEED    = -rapid.seed=1

# The go command for WebAssembly under Node. The support script that runs a test
# has 8 kB for arguments and environment together, so the environment is reduced
# to what Go needs.
WASM_GO = env -i PATH="$$PATH" HOME="$$HOME" $(if $(GOFLAGS),GOFLAGS="$(GOFLAGS)") \
	GOCACHE="$$($(GO) env GOCACHE)" GOMODCACHE="$$($(GO) env GOMODCACHE)" GOPROXY="$$($(GO) env GOPROXY)" \
	GOOS=js GOARCH=wasm $(GO)
WASM_EXEC = -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec"

.DEFAULT_GOAL := help
.NOTPARALLEL: # two tasks write web/dist
.PHONY: help run build site release test check test-unit test-wasm test-browser soak size visit bench screenshots clean need-browser need-node need-generators

help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build the site and serve it at http://127.0.0.1:8080/ (ADDR=… for another address)
	$(GO) run ./server -addr $(ADDR)

build: ## build the site into web/dist
	$(GO) run ./web/build

site: ## build for any static host into bin/site (BASE=/path/ if it is not at the top of its host)
	$(GO) run ./web/build -release -out bin/site -base $(BASE)

release: ## build one-file servers with the site inside into bin/release, with checksums
	$(GO) run ./web/build -release
	$(GO) run ./web/release

test: check size test-wasm test-browser test-unit ## run every test (needs Node and a Chromium; says what to install)

check: ## formatting, go vet, imports that point the wrong way, commands of the documentation
	@unformatted=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$unformatted" ]; then echo "Not gofmt-clean:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags e2e ./web/...
	GOOS=js GOARCH=wasm $(GO) vet ./wasm/... ./app/...
	$(GO) test -count=1 ./web/house

test-unit: ## run the Go tests; prints how many random runs each theorem applied to
	$(GO) test -timeout 30m -v -run 'TestRandomRuns|TestPlatformsAgree' ./bounds
	$(GO) test -timeout 30m $$($(call DRAWN,./...)) $(SEED)
	$(GO) test -timeout 30m $$($(call UNDRAWN,./...))

# WebAssembly is three times slower: the properties of all rows are tried on a
# tenth of the random runs.
test-wasm: need-node ## run the engine's tests compiled to WebAssembly, under Node
	$(WASM_GO) test -timeout 30m $(WASM_EXEC) $$($(call DRAWN,$(WASM_PACKAGES))) $(SEED)
	$(WASM_GO) test -timeout 30m $(WASM_EXEC) $$($(call UNDRAWN,$(WASM_PACKAGES)))
	$(WASM_GO) test -timeout 30m $(WASM_EXEC) ./bounds -runs 2000 $(SEED)

# All is tried twice: as the server serves the site, and under a path of a static
# host that knows nothing but files and the headers written for it.
test-browser: need-browser build web/node_modules/.stamp web/generators/node_modules/.stamp web/generators/docusaurus/node_modules/.stamp need-generators ## drive the page in a real Chromium; prints the keystroke-to-answer time
	$(GO) test -tags e2e -count=1 -timeout 60m -bench Keystroke -benchtime 40x ./web/browsertest
	$(GO) run ./web/build -out bin/site -base /tools/privacy/
	$(GO) test -tags e2e -count=1 -timeout 60m ./web/browsertest -static ../../bin/site -at /tools/privacy/
	@command -v "$${FIREFOX:-firefox-esr}" >/dev/null || command -v firefox >/dev/null || \
		echo "NO FIREFOX IS INSTALLED: nothing was tried in it. Debian: sudo apt-get install firefox-esr; or name one: FIREFOX=/path/to/it"
	@$(missing_tools); [ -z "$$missing" ] || \
		echo "NOT INSTALLED:$$missing. What the documentation says of them was not tried. Debian: sudo apt-get install$$missing"

soak: ## draw other random examples, and more of them, than the tests do (half an hour)
	$(GO) test -count=1 -timeout 2h $$($(call DRAWN,./...)) -rapid.checks=1000

size: ## build for publishing, print the sizes, fail over web/budget.json
	$(GO) run ./web/build -release -budget web/budget.json

visit: need-browser size ## time cold visits: first content and first answer
	$(GO) run ./web/visit

bench: need-browser need-node build ## run the benchmarks, the keystroke-to-answer time among them
	$(GO) run ./web/ratio
	$(GO) test -run '^$$' -bench . ./bounds/... ./app/...
	$(GO) test -tags e2e -count=1 -run '^$$' -bench Keystroke -benchtime 100x ./web/browsertest
	$(GO) test -tags e2e -count=1 -run '^$$' -bench 'Stop|LongTasks' -benchtime 5x ./web/browsertest

screenshots: need-browser build ## photograph the page for the README and, every face in six sizes and two themes, for review
	$(GO) run ./web/screenshots

clean: ## remove what the other tasks made
	find web/dist -mindepth 1 ! -name .gitkeep -delete
	rm -rf bin web/node_modules web/generators/node_modules web/generators/docusaurus/node_modules web/.go-app web/screenshots/review

web/node_modules/.stamp: web/package.json web/package-lock.json | need-node
	cd web && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

web/generators/node_modules/.stamp: web/generators/package.json web/generators/package-lock.json | need-node
	cd web/generators && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

web/generators/docusaurus/node_modules/.stamp: web/generators/docusaurus/package.json web/generators/docusaurus/package-lock.json | need-node
	cd web/generators/docusaurus && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

need-node:
	@command -v node >/dev/null && command -v npm >/dev/null || { \
		echo "Node 20 and npm are needed for the tests (not for make run)."; \
		echo "Install them: sudo apt-get install nodejs npm, brew install node, or https://nodejs.org"; exit 1; }

# Tools for which the documentation shows how to embed, and servers for which the
# site has headers, that are tried where they are installed; their packages in
# Debian.
missing_tools = missing=; \
	command -v mkdocs >/dev/null || missing="$$missing mkdocs"; \
	for host in apache2:apache2-bin caddy:caddy nginx:nginx-light; do \
		PATH="$$PATH:/usr/sbin" command -v $${host%%:*} >/dev/null || missing="$$missing $${host\#*:}"; \
	done; \
	command -v sphinx-build >/dev/null || missing="$$missing python3-sphinx"; \
	command -v jupyter-nbconvert >/dev/null || missing="$$missing jupyter-nbconvert python3-ipykernel"

need-generators:
	@$(missing_tools); command -v "$${HUGO:-hugo}" >/dev/null || missing="$$missing hugo"; \
	if [ -n "$$missing" ] && [ "$$INSTALL_BROWSER" = 1 ] && command -v apt-get >/dev/null; then \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		$$sudo apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qq -y --no-install-recommends $$missing </dev/null; \
	fi
	@command -v "$${HUGO:-hugo}" >/dev/null || { \
		echo "Hugo is needed for the tests of embeds (not for make run)."; \
		echo "Install it: sudo apt-get install hugo, brew install hugo; or name one: HUGO=/path/to/it"; exit 1; }

# INSTALL_BROWSER=1 lets this use apt; without it nothing is installed unasked.
need-browser:
	@if [ "$$INSTALL_BROWSER" = 1 ] && command -v apt-get >/dev/null; then \
		missing=; \
		$(GO) run ./web/browser/find >/dev/null 2>&1 || missing=chromium; \
		command -v "$${FIREFOX:-firefox-esr}" >/dev/null || command -v firefox >/dev/null || missing="$$missing firefox-esr"; \
		if [ -n "$$missing" ]; then \
			sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
			$$sudo apt-get update -qq && \
			DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qq -y --no-install-recommends $$missing </dev/null; \
		fi; \
	fi
	@$(GO) run ./web/browser/find >/dev/null
