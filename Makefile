# Every task of the project. `make help` lists them.

GO   ?= go
ADDR ?= 127.0.0.1:8080
BASE ?= /
N       ?= 2000
SEED    ?= 1
WORKERS ?= 1
SOAK    ?= 5

# Tests make much garbage and keep little: collecting it less often is an eighth of their
# time, and not counting where it came from a fiftieth.
export GOGC ?= 400
export GODEBUG ?= memprofilerate=0

# What is built in one folder is the same in another, so a new clone need not build it again.
export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS)) -trimpath

# What WebAssembly's own arithmetic may change: these packages' tests run compiled
# to it too, and of the engine's own those that compare the platforms, certified
# values to the bit. make soak runs all the others there, those of WASM_LEFT among them.
WASM_PACKAGES = ./bounds/internal/interval ./bounds/internal/errfloat ./bounds/internal/certify ./bounds/internal/convert ./bounds/lab/hoelder ./app/number ./app/link ./app/plot ./app/plot/axis ./app/plot/ruler ./wasm/protocol ./wasm/engine
WASM_LEFT     = ^Test(MessagesMeetTheSchema|UnknownNamesAreBadRequests|TheAnswerComesFirst|RowsAreToldOnceBeforeTheVerdict|Compare$$|Solve$$|Brief)
WASM_TESTS    = ^Test(PlatformsAgree|CertifiedOrder)

# What a host may spoil: addresses, headers, embeds. These browser tests run on a
# static host too; make hosts runs all the others there. (Those of the service worker
# bring static hosts of their own.)
STATIC_TESTS = ^Test(DefaultRunIsAnswered|QueryForm|DocumentedPage|DocumentationIsLinked|OnlyTheEmbed|SandboxedEmbed|EmbedShows|EmbedWithout|EmbedOpens|ElementsShare|ElementWithout|SharedMarkup)

# Where these are as they were when make hosts last passed, CI leaves it out.
HOSTS_FILES = $$(git ls-files web/embed web/docs/embedding.md web/headers web/generators web/tools; git grep -l '^//go:build.*hosts' -- '*.go')

# What a service worker keeps, an update does, and a hostile or poor host may try. Where the
# files that these browser tests are about are as they were when make worker last passed,
# make test leaves them out. make hosts runs them, too.
WORKER_TESTS = ^Test(Offline|EmbedsOffline|DocumentationOffline|Update|PortalsAreNotKept|HostilePages|MissingFeatures|StalledDownload|ChangedScripts|ChangedProgram|ChangedWorkers|SpoiltCache|Withdrawn|Rollback|CacheInUse|LaboratoryOffline)
WORKER_FILES = $$(git ls-files server web/embed web/headers web/index.html web/boot.js web/head.js web/offline.js web/program.js web/recall.js web/sw.js web/worker.js web/withdrawn.json web/build/assemble.go web/build/embeds.go web/build/offline.go; \
	git grep -lE '^func $(subst ^,,$(WORKER_TESTS))' -- web/browsertest; git grep -lE 'postMessage|MessageChannel|AppUpdate|BroadcastChannel' -- app ':!*_test.go')

# The sum of such files is committed when their target passes: $(call sum,WORKER) is that
# of WORKER_FILES, and $(call due,WORKER,worker) succeeds where web/worker.sum is not it.
sum = cat /dev/null $($(1)_FILES) | git hash-object --stdin
due = [ "$$($(call sum,$(1)) 2>/dev/null)" != "$$(cat web/$(2).sum 2>/dev/null)" ]

# Packages whose tests draw examples with rapid, or take samples. They draw the same ones
# every time, so that a failure is the fault of what was changed; `make soak` draws others,
# and more.
DRAWN = $$($(GO) list -f '{{.ImportPath}} {{.TestImports}}{{.XTestImports}}' ./... | awk '/pgregory.net.rapid|bounds.draws/ { print $$1 }')

# The tests in which rapid draws, as a pattern. It looks for a file of an earlier failure in
# the clone's own folder, so Go repeats them in every new clone. They run by themselves: of
# the others, which take most of the time, a new clone finds the results in Go's cache.
RAPID = $$(awk '/^func / { name = $$2; sub(/\(.*/, "", name) } /rapid\.Check\(/ { print name }' $$(grep -rl 'rapid\.Check(' --include='*_test.go' app bounds) | sort -u | paste -sd '|' -)
RAPID_IN = $$(grep -rl 'rapid\.Check(' --include='*_test.go' app bounds | xargs -n 1 dirname | sort -u | sed 's|^|./|')

# Tests that take other programs' output, such as the commands of the documentation,
# do not show Go's cache what they depend on: they always run.
HOUSE     = ./web/house
# The packages that take longest begin first, so that none of them is left to a single core.
UNIT      = ./bounds ./bounds/internal/contraction $$($(GO) list ./... | grep -v /web/house)

# What could not be tried, a line each; the last lines of make test name it.
LEFT_OUT = bin/left-out

# The go command for WebAssembly under Node. The support script that runs a test
# has 8 kB for arguments and environment together, so the environment is reduced
# to what Go needs.
WASM_GO = env -i PATH="$$PATH" HOME="$$HOME" $(if $(GOFLAGS),GOFLAGS="$(GOFLAGS)") \
	GOCACHE="$$($(GO) env GOCACHE)" GOMODCACHE="$$($(GO) env GOMODCACHE)" GOPROXY="$$($(GO) env GOPROXY)" \
	GOOS=js GOARCH=wasm GOGC=$(GOGC) $(GO)
WASM_EXEC = -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec"

.DEFAULT_GOAL := help
ifneq ($(MAKECMDGOALS),lanes)
.NOTPARALLEL: # two tasks write web/dist
endif
.PHONY: help run build site release quick test parts beside lanes lane-seen lane-unseen check lint soak-draws soak-wasm test-random test-unit test-wasm test-browser hosts soak race weekly attack bands size visit bench estimate screenshots clean need-browser need-node

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build the site and serve it at http://127.0.0.1:8080/ (ADDR=… for another address)
	$(GO) run ./server -addr $(ADDR)

build: ## build the site into web/dist
	$(GO) run ./web/build

site: ## build for any static host into bin/site (BASE=/path/ if it is not at the root of its host; CONTACT=https://… and UNTIL=2027-11-24 for its security.txt)
	$(GO) run ./web/build -release -out bin/site -base $(BASE) -contact '$(CONTACT)' -contact-until '$(UNTIL)'

release: ## build one-file servers with the site inside into bin/release, with checksums and a bill of materials
	$(GO) run ./web/build -release -contact '$(CONTACT)' -contact-until '$(UNTIL)'
	$(GO) run ./web/release

quick: build ## while working: vet, short unit tests of what changed, one visit to the page
	$(GO) vet ./...
	$(GO) test -short $(UNIT)
	@if $(GO) run ./web/browser/find >/dev/null 2>&1; then \
		$(GO) test -tags e2e -count=1 -run '^TestChangedFieldIsAnswered$$' ./web/browsertest; \
	else echo "NOT TRIED: the page, since no Chromium is installed. make test installs one if permitted."; fi

# The parts of the tests: those before the others; the build, with what needs nothing of
# it beside it; and those that run beside the browser tests, which wait half of their time.
# None of these writes where another reads.
FIRST  = check
BUILD  = size
BESIDE = test-random
LAST   = test-unit

test: ## what every change must pass; installs missing tools if permitted, names what it skips and how long it took
	@began=$$(date +%s); rm -f $(LEFT_OUT); \
	$(MAKE) --no-print-directory parts; status=$$?; \
	if [ -s $(LEFT_OUT) ]; then cat $(LEFT_OUT); fi; \
	took=$$(($$(date +%s) - began)); [ $$status = 0 ] && how=passed || how=FAILED; \
	echo "make test: $$how in $$((took / 60)) min $$((took % 60)) s"; exit $$status

# What the unit tests print comes last, so that a summary of Go's ends it. The browser
# tests visit the site as it will be published: size has built it.
parts:
	@there=$$($(GO) run ./web/tools -install -report $(LEFT_OUT) test) || exit 1; \
	last="$(LAST)"; axe=; browser=; \
	case " $$there " in *" node "*) last="test-wasm $$last"; \
		$(MAKE) web/node_modules/.stamp || axe=no;; *) axe=no;; esac; \
	[ "$$axe" != no ] || echo "NOT TRIED: the rules of accessibility, since axe-core is not installed. npm installs it" >>$(LEFT_OUT); \
	case " $$there " in *" chromium "*) browser=test-browser;; esac; \
	$(MAKE) --no-print-directory $(FIRST) || exit 1; \
	$(MAKE) --no-print-directory beside SEEN="$(BUILD)" UNSEEN="$(BESIDE)" || exit 1; \
	if [ -z "$$browser" ]; then $(MAKE) --no-print-directory $$last; \
	else $(MAKE) --no-print-directory beside SEEN="$$browser" UNSEEN="$$last" BUILT=1 WITHOUT_AXE=$$axe; fi

# Runs the targets SEEN and, beside them, those UNSEEN, which print when all is done.
# Each comes to its end, whatever becomes of the other.
ASIDE = bin/unseen.txt
beside:
	@mkdir -p $(dir $(ASIDE)); echo "Running in parallel: $(SEEN), and $(UNSEEN), which prints last."; \
	$(MAKE) --no-print-directory -k -j2 lanes; status=$$?; cat $(ASIDE); exit $$status

lanes: lane-seen lane-unseen
lane-seen:
	+@$(call timed,$(SEEN))
lane-unseen:
	+@{ $(call timed,$(UNSEEN)); } >$(ASIDE) 2>&1

# Makes targets and says how long they took.
timed = began=$$(date +%s); $(MAKE) --no-print-directory $(1); status=$$?; \
	took=$$(($$(date +%s) - began)); echo "$(1): $$((took / 60)) min $$((took % 60)) s"; exit $$status

check: ## formatting, go vet, forbidden imports, the commands in the documents
	@unformatted=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$unformatted" ]; then echo "Not gofmt-clean:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags e2e,hosts ./web/...
	GOOS=js GOARCH=wasm $(GO) vet ./wasm/... ./app/...
	$(GO) test -count=1 $(HOUSE)

test-random: ## test random runs against every theorem, and the attack against deliberate faults; prints how many runs each theorem applied to
	$(GO) test -timeout 30m -v -run '^TestRandomRuns$$' ./bounds
	$(GO) test -timeout 30m -tags mutants -run '^TestMutants$$' ./bounds/attack

test-unit: ## run all other Go tests
	$(GO) test -timeout 30m -skip '^(TestRandomRuns|'"$(RAPID)"')$$' $(UNIT)
	$(GO) test -timeout 30m -run '^('"$(RAPID)"')$$' $(RAPID_IN)

test-wasm: need-node ## run platform-dependent tests compiled to WebAssembly, under Node
	$(WASM_GO) test -timeout 30m $(WASM_EXEC) -skip '$(WASM_LEFT)' $(WASM_PACKAGES)
	$(WASM_GO) test -timeout 30m $(WASM_EXEC) -run '$(WASM_TESTS)' ./bounds

# Two tabs at a time, on two cores.
BROWSER_TEST = WITHOUT_AXE=$(WITHOUT_AXE) $(GO) test -count=1 -timeout 60m -parallel 2

test-browser: need-browser $(if $(BUILT),,build) $(if $(WITHOUT_AXE),,web/node_modules/.stamp) ## test the page in Chromium, served by our server and by a static host
	@left='$(WORKER_TESTS)'; if $(call due,WORKER,worker); then left='^$$'; else \
		echo "make worker has passed with these files, so make test skips $$left"; fi; \
	$(BROWSER_TEST) -tags e2e -skip "$$left" ./web/browsertest
	$(GO) run ./web/build -out bin/site -base /tools/privacy/
	$(BROWSER_TEST) -tags e2e -run '$(STATIC_TESTS)' ./web/browsertest -static ../../bin/site -at /tools/privacy/

worker: need-browser build ## test the service worker's cache, updates, and hostile and poor hosts
	$(BROWSER_TEST) -tags e2e -run '$(WORKER_TESTS)' ./web/browsertest
	$(call sum,WORKER) >web/worker.sum

hosts: build web/node_modules/.stamp web/generators/node_modules/.stamp web/generators/docusaurus/node_modules/.stamp ## test the site in other programs: Firefox, documentation generators, web servers, a static host
	@rm -f $(LEFT_OUT); $(GO) run ./web/tools -install -report $(LEFT_OUT) hosts
	$(BROWSER_TEST) -tags e2e,hosts -run '^Test(Generated|Snippets|Types|Firefox|HostilePages|WhatIsTyped|NoStaleNumber|NoNumberWithoutScripts|ThePageRefuses)' ./web/browsertest
	$(GO) run ./web/build -out bin/site -base /tools/privacy/
	$(BROWSER_TEST) -tags e2e,hosts ./web/browsertest -weekly -static ../../bin/site -at /tools/privacy/
	$(GO) test -count=1 -v -tags hosts ./web/headers
	@if [ -s $(LEFT_OUT) ]; then cat $(LEFT_OUT); else $(call sum,HOSTS) >web/hosts.sum; fi

soak: need-node ## test new random examples, SOAK=5 times as many as make test, and run every engine test in WebAssembly; prints each test as it ends (within an hour on two cores)
	+@$(call timed,soak-draws)
	+@$(call timed,soak-wasm)

soak-draws: # the first half of soak
	$(GO) test -v -count=1 -timeout 4h $(DRAWN) -times=$(SOAK) -rapid.checks=$(SOAK)00 -rapid.seed=0

soak-wasm: need-node # the second
	$(WASM_GO) test -v -timeout 2h $(WASM_EXEC) $$($(GO) list ./bounds/...) $(WASM_PACKAGES)
	$(WASM_GO) test -v -timeout 2h $(WASM_EXEC) -run '$(WASM_TESTS)' ./bounds -times=$(SOAK)
	$(WASM_GO) test -v -timeout 2h $(WASM_EXEC) -run '^Test(AgainstOutward|UnevenGuarantees)$$' ./bounds/internal/errfloat ./bounds/internal/convert -times=$(SOAK)

.PHONY: probe worker hosts-changed
hosts-changed: # succeeds if make hosts has not passed with these files
	@$(call due,HOSTS,hosts)

# What no program calls, neither the engine's, the tools', nor the page's, is test code
# or dead. web/house/only-tests.txt says of which tests of several packages have need.
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
DEADCODE    = golang.org/x/tools/cmd/deadcode@v0.52.0
GOCOGNIT    = github.com/uudashr/gocognit/cmd/gocognit@v1.3.0
UNCALLED    = bin/lint/deadcode -f '{{range .Funcs}}{{println $$.Path .Name}}{{end}}'

lint: ## staticcheck, functions that no program calls, and functions with too many branches (downloads the tools)
	@mkdir -p bin/lint
	GOBIN=$(CURDIR)/bin/lint $(GO) install $(STATICCHECK)
	GOBIN=$(CURDIR)/bin/lint $(GO) install $(DEADCODE)
	GOBIN=$(CURDIR)/bin/lint $(GO) install $(GOCOGNIT)
	bin/lint/staticcheck ./...
	bin/lint/staticcheck -tags e2e,hosts ./web/...
	GOOS=js GOARCH=wasm bin/lint/staticcheck ./app/... ./wasm/...
	@bin/lint/gocognit -over 30 -ignore '_test\.go$$' app bounds server wasm $$(ls -d web/*/ | grep -v node_modules) || { \
		echo "Each of these has a cognitive complexity above 30: simplify it, or give the reason above //gocognit:ignore."; exit 1; }
	@$(UNCALLED) ./wasm ./server ./bounds/attack ./web/... | sort -u >bin/lint/host
	@GOOS=js GOARCH=wasm $(UNCALLED) ./wasm ./wasm/lab/program | sort -u >bin/lint/browser
	@comm -12 bin/lint/host bin/lint/browser | grep . >bin/lint/uncalled || true
	@sed -n 's/^\(lastiterate[^ ]* [^ ]*\) .*/\1/p' web/house/only-tests.txt | sort -u | diff - bin/lint/uncalled || { \
		echo "Lines with > are functions that no program calls: remove them, or move them into the tests."; \
		echo "Lines with < are functions that are called now, or gone: remove them from web/house/only-tests.txt."; exit 1; }

race: ## call one engine from several goroutines under the race detector (needs a C compiler)
	$(GO) test -race -count=1 -run '^TestEngineIsShared$$' ./bounds

weekly: lint race hosts soak ## everything that is not run for every change

probe: need-browser build ## try to break the site with hostile input: odd requests, crowds, hostile links, inputs and pages
	$(GO) run ./web/probe
	$(BROWSER_TEST) -tags e2e,hosts -run '^Test(HostilePages|WhatIsTyped|NoStaleNumber|NoNumberWithoutScripts|ChangedScripts|StalledDownload|MissingFeatures|EmptySandbox|ThePageRefuses|PortalsAreNotKept)' ./web/browsertest

attack: ## attack N=2000 random runs with adversaries that meet their assumptions (SEED=1, WORKERS=1)
	$(GO) run ./bounds/attack -n $(N) -seed $(SEED) -workers $(WORKERS)

bands: ## draw N=2000 random runs and print how far their answers are above the proved floors (SEED=1, WORKERS=1)
	$(GO) run ./bounds/bands -n $(N) -seed $(SEED) -workers $(WORKERS)

size: ## build for publishing, print the sizes, fail if web/budget.json is exceeded
	$(GO) run ./web/build -release -budget web/budget.json

visit: need-browser size ## time cold visits: first content and first answer
	$(GO) run ./web/visit

bench: need-browser need-node build ## run the benchmarks: the engine, a keystroke to its answer, an answer to its picture, long tasks of a visit
	$(GO) run ./web/ratio
	$(GO) test -run '^$$' -bench . ./bounds/... ./app/...
	$(GO) test -tags e2e -count=1 -run '^$$' -bench Keystroke -benchtime 100x ./web/browsertest
	$(GO) test -tags e2e -count=1 -run '^$$' -bench 'AnswerToPicture|Visit' -benchtime 20x ./web/browsertest
	$(GO) test -tags e2e -count=1 -run '^$$' -bench 'Stop|LongTasks' -benchtime 5x ./web/browsertest

estimate: need-node ## compute Chien and Li's estimate of A.13 in full, natively and in WebAssembly, and print both with their times (half an hour)
	$(GO) test -count=1 -timeout 2h -v -run '^TestA13$$' ./bounds/lab/hoelder -full
	$(WASM_GO) test -count=1 -timeout 4h $(WASM_EXEC) -v -run '^TestA13$$' ./bounds/lab/hoelder -full

screenshots: need-browser build ## photograph the page for the README, and every view in seven sizes and two themes for review
	$(GO) run ./web/screenshots

clean: ## remove what the other targets made
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

need-browser:
	@$(GO) run ./web/browser/find >/dev/null
