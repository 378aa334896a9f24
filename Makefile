# Martlet: `make` builds and checks everything, `make test` tests it, `make help` lists the rest.

# Debian packages, by name. The first line is what swift.org's toolchain itself stands on.
SWIFT_PACKAGES := git libc6-dev libcurl4 libedit2 libncurses6 libsqlite3-0 libstdc++-12-dev libuuid1 libxml2 tzdata zlib1g
BUILD_PACKAGES := gcc libc6-dev binutils pkg-config lv2-dev liblilv-dev libserd-dev libsndfile1-dev \
                  libsoxr-dev libdw-dev libkissfft-dev libcairo2-dev
RUN_PACKAGES   := lilv-utils sordi alsa-utils sound-theme-freedesktop
TEST_PACKAGES  := make python3-jsonschema lv2-examples mandoc groff bash zsh fish bubblewrap python3-seccomp
BROWSER_PACKAGES := chromium chromium-driver python3-selenium fonts-dejavu-core
BENCH_PACKAGES := gcc pkg-config lv2-dev liblilv-dev python3 python3-numpy python3-scipy python3-matplotlib \
                  swh-lv2 eq10q lsp-plugins-lv2 calf-plugins x42-plugins
DEB_PACKAGES   := build-essential debhelper lintian

BUNDLE  := Bundles/martlet.lv2
SCRATCH := .build
DIST    := dist
TOOLS   := lv2val lv2render
SWIFT_SOURCES := Sources Tests Benchmarks Package.swift

PREFIX  ?= $(if $(filter 0,$(shell id -u)),/usr/local,)
LV2DIR  ?= $(if $(PREFIX),$(PREFIX)/lib/lv2,$(HOME)/.lv2)
DESTDIR ?=
# Where the tools go, with their manual pages and completions.
TOOLDIR := $(or $(PREFIX),$(HOME)/.local)
ZSHDIR  ?= $(TOOLDIR)/share/zsh/site-functions

.PHONY: all packages bundle tools run validate survey test test-browser bench bench-detectors measure hosts ttl docs lint \
        install uninstall install-tools uninstall-tools dist deb test-packages clean help
all: packages bundle tools run validate

help:
	@echo 'make            install what is missing, build all, run every effect over a recording, validate the bundle'
	@echo 'make test       swift test'
	@echo 'make test-browser  the HTML report in chromium; pictures go into SCREENSHOTS ($(SCREENSHOTS))'
	@echo 'make bench      time them beside other plug-ins (SECTIONS="cost moving silence instances kernel" for some)'
	@echo 'make bench-detectors  what the detectors of lv2val cost a call of run()'
	@echo 'make measure    how exact the effects are, and how silent their controls, beside other plug-ins (SECTIONS="bell'
	@echo '                lowpass rounding teeth damping automation delay" for some); plots go into PLOTS ($(PLOTS))'
	@echo 'make install    put the bundle into LV2DIR ($(LV2DIR)); PREFIX, DESTDIR and LV2DIR are honoured'
	@echo 'make uninstall  take it away again'
	@echo 'make install-tools, uninstall-tools'
	@echo '                the same for lv2val, lv2render, manual pages and completions: into $(TOOLDIR)'
	@echo 'make dist       lv2val as one file that runs without the Swift toolchain: $(DIST)/lv2val'
	@echo 'make deb        Debian packages martlet-lv2, lv2val and lv2render, in $(DIST)'
	@echo 'make test-packages'
	@echo '                try dist and deb in a fresh Debian (root; debootstrap)'
	@echo 'make hosts      load the bundle in other hosts and check what they make of it (HOSTS="ffmpeg ardour" for some)'
	@echo 'make survey     validate every LV2 plug-in that Debian packages, twice, and write docs/survey.md: two hours or so'
	@echo 'make ttl        write the Turtle anew from the declarations in Swift'
	@echo 'make docs       write docs/checks.md anew from the catalogue, and LV2Kit as pages into $(SCRATCH)/docs'
	@echo 'make lint       swift format in strict mode; the Turtle and docs/checks.md compared with what they are made from'
	@echo 'make clean      remove what was built'

# Installs what is missing, once; says what is missing where it may not.
packages:
	@Scripts/packages $(SWIFT_PACKAGES) $(BUILD_PACKAGES) $(RUN_PACKAGES) $(TEST_PACKAGES)

# swift build finds out by itself whether there is anything to do. The bundle holds the library for every processor and,
# on x86-64, once more for those of level x86-64-v3; the former opens the latter where it can run.
bundle:
	@Scripts/library Embedded $(SCRATCH)/embedded $(BUNDLE)/martlet.so
ifeq ($(shell uname -m),x86_64)
	@Scripts/library Embedded,Level3 $(SCRATCH)/embedded-v3 $(BUNDLE)/martlet-v3.so
endif

# lv2val and lv2render, with Swift's libraries and the C++ library inside: they start without the toolchain. A directory
# where libstdc++.a alone is found keeps the linker from the shared one.
TOOL_FLAGS = --scratch-path $(SCRATCH) -c release --static-swift-stdlib -Xlinker -L$(abspath $(SCRATCH))/static \
             -Xlinker -z -Xlinker now
tools:
	@mkdir -p $(SCRATCH)/static
	@ln -sf "$$(gcc -print-file-name=libstdc++.a)" $(SCRATCH)/static/
	swift build $(TOOL_FLAGS) --product lv2val
	swift build $(TOOL_FLAGS) --product lv2render

run:
	@Tests/Hosts/recordings $(BUNDLE)

# Every check on every effect: a finding of any kind fails.
validate:
	@$(SCRATCH)/release/lv2val validate --fail-on note $(BUNDLE)
	@echo
	@echo 'The bundle is ready: $(BUNDLE).'
	@echo '  make install                          puts it where Ardour, Carla and jalv find it: $(LV2DIR)'
	@echo '  Ardour: track, processor box, right click, New Plugin, Plugin Selector, search "Martlet"'
	@echo '  Carla:  Add Plugin, LV2, search "Martlet"'
	@echo '  jalv:   LV2_PATH=$$PWD/Bundles jalv.gtk3 urn:martlet:lowpass-stereo'

test:
	swift test --scratch-path $(SCRATCH)

# The HTML report in a real browser, of good plug-ins and of some with defects; apart from `make test`, since chromium is
# large.
BROWSER_BUNDLES := audio.overrun-past life.run-zero-crash rt.allocation-malloc mem.leak-list manifest.range-default-warning \
                   audio.denormal good-generator good-analyser
SCREENSHOTS ?= $(SCRATCH)/screenshots
test-browser: bundle
	@Scripts/packages $(BUILD_PACKAGES) $(BROWSER_PACKAGES)
	swift build --scratch-path $(SCRATCH) --product lv2val
	@$(MAKE) --no-print-directory -C Tests/Defects $(addsuffix .lv2,$(BROWSER_BUNDLES))
	LV2VAL=$(SCRATCH)/debug/lv2val SCREENSHOTS=$(SCREENSHOTS) \
	BUNDLES=$(BUNDLE)$(subst $() ,,$(foreach name,$(BROWSER_BUNDLES),:$(SCRATCH)/defects/$(name).lv2)) \
	/usr/bin/python3 -B Tests/Browser/test_report.py

# The measuring tools are Python on a small host in C; they take the plug-ins in BUNDLES and those that are installed.
MEASURE := $(SCRATCH)/measure
PLOTS ?= $(MEASURE)/plots
BUNDLES ?= $(CURDIR)/Bundles
MEASURING = MEASURE_HOST=$(MEASURE)/host.so MEASURE_PLOTS=$(PLOTS) \
            LV2_PATH=$(BUNDLES):/usr/lib/lv2:$(abspath $(MEASURE))/lv2 /usr/bin/python3 -B

$(MEASURE)/host.so: Benchmarks/effects/host.c
	@mkdir -p $(MEASURE)
	gcc -O2 -Wall -Wextra -Werror -shared -fPIC -o $@ $< $$(pkg-config --cflags --libs lilv-0) -lm

bench: bundle
	@Scripts/packages $(BENCH_PACKAGES)
	@$(MAKE) --no-print-directory $(MEASURE)/host.so
	@Benchmarks/effects/ipp.lv2/build $(MEASURE)
	@$(MEASURING) Benchmarks/effects/speed.py $(SECTIONS)

# What a detector costs a call of run() when it has nothing to say.
bench-detectors: bundle
	swift build $(TOOL_FLAGS) --product detector-bench
	$(SCRATCH)/release/detector-bench $(BUNDLE) urn:martlet:lowpass-mono

measure: bundle
	@Scripts/packages $(BENCH_PACKAGES)
	@$(MAKE) --no-print-directory $(MEASURE)/host.so
	@$(MEASURING) Benchmarks/effects/measure.py $(SECTIONS)

# A host whose package cannot be had is reported as skipped.
hosts: bundle
	@Scripts/packages python3
	@names=$$(Tests/Hosts/run --packages $(HOSTS)) && { Scripts/packages $$names || \
	for name in $$names; do Scripts/packages $$name || true; done; }
	Tests/Hosts/run $(HOSTS)

# What is there in SURVEY already is not run again.
SURVEY ?= $(SCRATCH)/survey
survey: tools
	@Scripts/packages python3 $$(grep -v '^#' Benchmarks/survey/packages.txt)
	LV2_PATH=/usr/lib/lv2:/usr/lib/$$(gcc -print-multiarch)/lv2 \
	/usr/bin/python3 -B Benchmarks/survey/survey.py $(SCRATCH)/release/lv2val $(SURVEY) docs/survey.md

ttl:
	swift run --scratch-path $(SCRATCH) lv2ttl $(BUNDLE)

# lv2val prints the page whole: it is not left half written where that fails.
docs:
	swift run --scratch-path $(SCRATCH) lv2val checks --markdown > $(SCRATCH)/checks.md
	mv $(SCRATCH)/checks.md docs/checks.md
	Scripts/documentation $(SCRATCH) $(SCRATCH)/docs
	@echo 'To read it: python3 -m http.server -d $(SCRATCH)/docs, and http://localhost:8000/documentation/lv2kit'

lint:
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	swift run --scratch-path $(SCRATCH) lv2ttl --check $(BUNDLE)
	@swift run --scratch-path $(SCRATCH) lv2val checks --markdown | diff docs/checks.md - || \
	{ echo "docs/checks.md is not what the catalogue says: run 'make docs'"; exit 1; }

install:
	@test -f $(BUNDLE)/martlet.so || { echo 'make install: build first: make'; exit 1; }
	install -d '$(DESTDIR)$(LV2DIR)/martlet.lv2'
	install -m 644 $(BUNDLE)/*.ttl $(BUNDLE)/*.so '$(DESTDIR)$(LV2DIR)/martlet.lv2'

uninstall:
	rm -rf '$(DESTDIR)$(LV2DIR)/martlet.lv2'

# What lv2val and lv2render consist of, for a system or for one user.
install-tools:
	@test -f $(SCRATCH)/release/lv2val || { echo 'make install-tools: build first: make tools'; exit 1; }
	install -D -t '$(DESTDIR)$(TOOLDIR)/bin' $(addprefix $(SCRATCH)/release/,$(TOOLS))
	install -D -m 644 -t '$(DESTDIR)$(TOOLDIR)/share/man/man1' $(TOOLS:%=docs/man/%.1)
	install -D -m 644 -t '$(DESTDIR)$(TOOLDIR)/share/man/man7' docs/man/martlet.7
	for tool in $(TOOLS); do \
	  install -D -m 644 docs/completions/$$tool.bash \
	    '$(DESTDIR)$(TOOLDIR)/share/bash-completion/completions/'$$tool && \
	  install -D -m 644 -t '$(DESTDIR)$(TOOLDIR)/share/fish/vendor_completions.d' docs/completions/$$tool.fish && \
	  install -D -m 644 -t '$(DESTDIR)$(ZSHDIR)' docs/completions/_$$tool || exit; \
	done

uninstall-tools:
	for tool in $(TOOLS); do \
	  rm -f '$(DESTDIR)$(TOOLDIR)/bin/'$$tool '$(DESTDIR)$(TOOLDIR)/share/man/man1/'$$tool.1 \
	    '$(DESTDIR)$(TOOLDIR)/share/bash-completion/completions/'$$tool \
	    '$(DESTDIR)$(TOOLDIR)/share/fish/vendor_completions.d/'$$tool.fish '$(DESTDIR)$(ZSHDIR)/_'$$tool; \
	done
	rm -f '$(DESTDIR)$(TOOLDIR)/share/man/man7/martlet.7'

# One file, to be copied to machines that have liblilv-0-0.
dist: tools
	@mkdir -p $(DIST)
	strip -o $(DIST)/lv2val $(SCRATCH)/release/lv2val
	@echo "$(DIST)/lv2val: $$(stat -c %s $(DIST)/lv2val) bytes"

# debian/ builds with `make bundle tools`, in the tree as it stands.
deb: packages
	@Scripts/packages $(DEB_PACKAGES)
	packaging/deb $(DIST)

test-packages: dist deb
	@Scripts/packages debootstrap
	packaging/test $(DIST)

clean:
	rm -rf $(SCRATCH) $(DIST) $(BUNDLE)/*.so
	rm -rf debian/.debhelper debian/debhelper-build-stamp debian/files debian/*.substvars debian/tmp \
	  debian/martlet-lv2 debian/lv2val debian/lv2render
