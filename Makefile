# Martlet: `make` builds and checks everything, `make test` runs the tests, `make help` lists the targets.

# Debian packages. The first line is what the Swift toolchain of swift.org needs.
SWIFT_PACKAGES := git libc6-dev libcurl4 libedit2 libncurses6 libsqlite3-0 libstdc++-12-dev libuuid1 libxml2 tzdata zlib1g
BUILD_PACKAGES := gcc libc6-dev binutils pkg-config lv2-dev liblilv-dev libserd-dev libsndfile1-dev \
                  libsoxr-dev libexpat1-dev libdw-dev libkissfft-dev libcairo2-dev libxcb1-dev libxcb-res0-dev libxcb-xtest0-dev
RUN_PACKAGES   := lilv-utils sordi xvfb evilwm alsa-utils sound-theme-freedesktop
TEST_PACKAGES  := make python3-jsonschema lv2-examples mandoc groff bash zsh fish bubblewrap python3-seccomp \
                  libx11-dev libqt5widgets5 valgrind
LINT_PACKAGES  := codespell
BROWSER_PACKAGES := chromium chromium-driver python3-selenium fonts-dejavu-core libjs-jquery libjs-mustache sordi \
                    lilv-utils lv2-dev python3-numpy python3-soundfile
BENCH_PACKAGES := gcc pkg-config lv2-dev liblilv-dev python3 python3-numpy python3-scipy python3-matplotlib \
                  swh-lv2 eq10q lsp-plugins-lv2 calf-plugins x42-plugins libgtk2.0-dev xvfb
ARM64_PACKAGES := gcc-aarch64-linux-gnu libc6-dev-arm64-cross
ARM64_TEST_PACKAGES := qemu-user-static debootstrap gcc pkg-config liblilv-dev lilv-utils lv2-dev python3 python3-numpy \
                       python3-soundfile alsa-utils sound-theme-freedesktop
DEB_PACKAGES   := build-essential debhelper lintian
ARCHIVE_PACKAGES := dpkg-dev xz-utils

SCRATCH := .build
ifneq ($(words $(CURDIR)),1)
$(error The folder '$(CURDIR)' has a space in its name, which make cannot handle: rename it)
endif
# ARCH=arm64 selects the bundle of that architecture.
ifneq ($(filter-out arm64 $(shell uname -m),$(ARCH)),)
$(error ARCH=$(ARCH): expected arm64, or nothing for this processor)
endif
BUNDLE  := $(if $(filter arm64,$(ARCH)),$(SCRATCH)/arm64,Bundles)/martlet.lv2
DIST    := dist
TOOLS   := lv2val lv2render
SWIFT_SOURCES := Sources Plugins Tests Benchmarks Examples Package.swift

PREFIX  ?= $(if $(filter 0,$(shell id -u)),/usr/local,)
LV2DIR  ?= $(if $(PREFIX),$(PREFIX)/lib/lv2,$(HOME)/.lv2)
# Hosts search ~/.clap and /usr/lib/clap.
CLAPDIR ?= $(if $(PREFIX),/usr/lib/clap,$(HOME)/.clap)
DESTDIR ?=
# The prefix of the tools, their manual pages and completions.
TOOLDIR := $(or $(PREFIX),$(HOME)/.local)
ZSHDIR  ?= $(TOOLDIR)/share/zsh/site-functions

SCREENSHOTS ?= $(SCRATCH)/screenshots
PLOTS       ?= $(SCRATCH)/measure/plots
BUNDLES     ?= $(CURDIR)/Bundles
SURVEY      ?= $(SCRATCH)/survey

.PHONY: all packages bundle web example tools run validate docs pictures panel-pictures test test-kit test-browser test-arm64 hosts lint bench \
        bench-detectors bench-static measure survey survey-interfaces install uninstall install-clap uninstall-clap install-tools uninstall-tools dist deb release \
        test-packages test-release both-bundles clean help
all: packages
	@$(MAKE) --no-print-directory -j2 bundle tools
	@$(MAKE) --no-print-directory run validate

help:
	@echo 'Build'
	@echo '  make                 install missing packages, build everything, process a recording with every effect'
	@echo '                       and validate the bundle'
	@echo '  make bundle          build the bundle of the effects: the library, and the Turtle from the declarations;'
	@echo '                       and .build/clap/martlet.clap with its libraries, the same effects for hosts of CLAP;'
	@echo '                       ARCH=arm64 builds it for that architecture'
	@echo '  make web             write docs/web/index.html, a page on which the effects run in a browser'
	@echo '  make tools           build lv2val and lv2render'
	@echo '  make docs            regenerate docs/reference/checks.md, the manual pages and completions, and the pages of LV2Kit in'
	@echo '                       $(SCRATCH)/docs'
	@echo '  make pictures        draw the windows of the effects for the documentation'
	@echo '  make panel-pictures  draw the screenshots and thumbnails of the panels for MOD devices'
	@echo '  make clean           remove all build products'
	@echo 'Test'
	@echo '  make test            run the Swift tests without those of the next target; `swift test` runs all'
	@echo '  make test-kit        build and validate packages outside the repository: the steps of CONTRIBUTING.md, the'
	@echo '                       tutorial, the examples and the mistakes that the build rejects'
	@echo '  make test-browser    test the HTML report, the panels for MOD devices and the page in chromium;'
	@echo '                       screenshots of the report: SCREENSHOTS ($(SCREENSHOTS))'
	@echo '  make hosts           test the bundle in other hosts; HOSTS="ffmpeg ui" selects some; screenshots: SCREENSHOTS'
	@echo '  make test-arm64      test the arm64 bundle in an arm64 Debian that qemu executes (root, debootstrap)'
	@echo '  make lint            check formatting, generated files and spelling'
	@echo '  make test-packages   test the results of dist and deb in a new Debian system (root, debootstrap)'
	@echo '  make test-release    build the archives again in another folder: every byte must be the same'
	@echo 'Measure'
	@echo '  make bench           compare the cost of the effects with other plug-ins;'
	@echo '                       SECTIONS="cost bands moving silence instances spectrum kernel windows" selects'
	@echo '                       sections'
	@echo '  make bench-detectors measure the cost of the detectors of lv2val'
	@echo '  make bench-static    count the instructions of the effects for arm64 and estimate their cycles with llvm-mca'
	@echo '  make measure         measure the precision of the effects and the noise of moving controls;'
	@echo '                       SECTIONS="bell lowpass types rounding teeth tuned damping automation delay" selects sections;'
	@echo '                       plots: PLOTS ($(PLOTS))'
	@echo '  make survey          validate all LV2 plug-ins of Debian twice and write docs/measurements/survey.md;'
	@echo '                       about two hours'
	@echo '  make survey-interfaces'
	@echo '                       examine the user interfaces of all LV2 plug-ins of Debian twice and write'
	@echo '                       docs/measurements/interfaces.md'
	@echo 'Install (PREFIX, DESTDIR, LV2DIR, CLAPDIR and ZSHDIR are supported)'
	@echo '  make install         copy the bundle to LV2DIR ($(LV2DIR))'
	@echo '  make install-clap    copy martlet.clap and its libraries to CLAPDIR ($(CLAPDIR))'
	@echo '  make install-tools   install lv2val, lv2render, manual pages and completions in $(TOOLDIR)'
	@echo '  make uninstall, make uninstall-clap, make uninstall-tools'
	@echo '                       remove the installed files'
	@echo '  make dist            build an archive of the bundle and $(DIST)/lv2val, one file that runs without the Swift'
	@echo '                       toolchain; ARCH=arm64 builds the archive of the bundle for that architecture'
	@echo '  make deb             build the Debian packages martlet-lv2, lv2val and lv2render in $(DIST); ARCH=arm64 builds the'
	@echo '                       package martlet-lv2 for that architecture'
	@echo '  make release         build the archives of the bundles for this processor and for arm64, and their checksums,'
	@echo '                       in $(DIST)'

# ---------------------------------------------------------------------------------------------------------------- Build

packages:
	@Scripts/packages $(SWIFT_PACKAGES) $(BUILD_PACKAGES) $(RUN_PACKAGES) $(TEST_PACKAGES)

# The bundle contains the library for every processor. On x86-64 it also contains a library for x86-64-v3, which the
# first one loads if the processor supports that level. The command also generates the Turtle.
PROCESSOR := $(if $(filter x86_64,$(shell uname -m)),--processor x86-64-v3)
LV2_BUNDLE = swift package --scratch-path $(SCRATCH)/bundle --allow-writing-to-package-directory lv2-bundle --no-validation
bundle: $(BUNDLE)/martlet.so
# A folder is newer than the library if a file was removed from it.
$(BUNDLE)/martlet.so: Package.swift $(shell find Plugins Sources)
ifeq ($(ARCH),arm64)
	@Scripts/packages $(ARM64_PACKAGES)
	$(LV2_BUNDLE) --arch arm64 --output $(dir $(BUNDLE)) Martlet
else
	$(LV2_BUNDLE) --format lv2,clap $(PROCESSOR) Martlet
endif

web: docs/web/index.html
docs/web/index.html: Package.swift $(shell find Plugins Sources)
	$(LV2_BUNDLE) --format web --output $(@D) Martlet
	mv $(@D)/martlet.html $@

# The pages and the bundles of examples, as other packages build them. The name of the kit's folder is the name of its package.
EXAMPLE := $(SCRATCH)/example
example: $(addprefix $(EXAMPLE)/,$(addsuffix /Bundles,Tone Ducker Sampler))
$(EXAMPLE)/%/Bundles: Package.swift $(shell find Plugins Sources Examples/Tone Examples/Ducker Examples/Sampler)
	@mkdir -p $(EXAMPLE)
	ln -sfn $(CURDIR) $(EXAMPLE)/martlet
	rm -rf $(EXAMPLE)/$*/Sources
	cp -r Examples/$* $(EXAMPLE)
	sed -i 's|"../.."|"../martlet"|' $(EXAMPLE)/$*/Package.swift
	cd $(EXAMPLE)/$* && swift package --allow-writing-to-package-directory lv2-bundle --no-validation --format lv2,web \
	  --output Bundles
	@touch $@

both-bundles:
	@$(MAKE) --no-print-directory bundle ARCH=
	@$(MAKE) --no-print-directory bundle ARCH=arm64

# The tools contain the Swift and C++ libraries, so they run without the toolchain. The linker searches first a directory
# that contains only libstdc++.a, and therefore does not choose the shared library.
TOOL_FLAGS = --scratch-path $(SCRATCH) -c release --static-swift-stdlib -Xlinker -L$(abspath $(SCRATCH))/static \
             -Xlinker -z -Xlinker now
tools:
	@mkdir -p $(SCRATCH)/static
	@ln -sf "$$(gcc -print-file-name=libstdc++.a)" $(SCRATCH)/static/
	swift build $(TOOL_FLAGS) --product lv2val
	swift build $(TOOL_FLAGS) --product lv2render

run:
	@Tests/Hosts/recordings $(BUNDLE)

# Any finding fails, notes included.
validate:
	@$(SCRATCH)/release/lv2val validate --fail-on note $(BUNDLE)
	@echo
	@echo 'The bundle is ready: $(BUNDLE).'
	@echo '  make install                          installs it for Ardour, Carla and jalv in $(LV2DIR)'
	@echo '  Ardour: track, processor box, right click, New Plugin, Plugin Selector, search "Martlet"'
	@echo '  Carla:  Add Plugin, LV2, search "Martlet"'
	@echo '  jalv:   LV2_PATH=$$PWD/Bundles:/usr/lib/lv2 jalv.gtk3 urn:martlet:lowpass-stereo'

# The page is replaced only if lv2val succeeds.
docs:
	swift run --scratch-path $(SCRATCH) lv2val checks --markdown > $(SCRATCH)/checks.md
	mv $(SCRATCH)/checks.md docs/reference/checks.md
	swift build --scratch-path $(SCRATCH) --product lv2render
	Scripts/option-docs $(SCRATCH)/debug
	Scripts/documentation $(SCRATCH) $(SCRATCH)/docs
	@echo 'To read the pages: python3 -m http.server -d $(SCRATCH)/docs, then http://localhost:8000/documentation/lv2kit'

pictures:
	swift run --scratch-path $(SCRATCH) pictures docs/images

# The screenshots and thumbnails of the panels. The test of the panels draws them.
PANEL_PICTURES := Sources/Effects/Martlet/Bundle/modgui
TEST_PANELS = BUNDLE=$(BUNDLE) PICTURES=$(PANEL_PICTURES) /usr/bin/python3 -B Tests/Browser/test_panel.py
panel-pictures: bundle
	@Scripts/packages $(BROWSER_PACKAGES)
	WRITE=1 $(TEST_PANELS) PanelTest.test_pictures
	@$(MAKE) --no-print-directory bundle

# ----------------------------------------------------------------------------------------------------------------- Test

# The tests run the release build of lv2val: it needs less processor time than the build of the tests.
SWIFT_TEST = LV2VAL=$(abspath $(SCRATCH))/release/lv2val swift test --scratch-path $(SCRATCH)
test: tools
	$(SWIFT_TEST) --skip CompilerTests

# Packages outside the repository. Not part of `make test`, because they compile LV2Kit and the effects again.
test-kit: tools
	$(SWIFT_TEST) --filter CompilerTests

# The HTML report of correct and of defective plug-ins, the panels, and the page of `make web`. Not part of `make test`, because chromium is large.
BROWSER_BUNDLES := audio.overrun-past-buffer life.run-zero-crash rt.allocation-heap-function-malloc mem.leak-heap-list \
                   manifest.range-default-outside audio.denormal-output good-generator good-analyser
test-browser: bundle web example
	@Scripts/packages $(BROWSER_PACKAGES)
	swift build --scratch-path $(SCRATCH) --product lv2val
	swift build --scratch-path $(SCRATCH) --product lv2render
	@$(MAKE) --no-print-directory -C Tests/Defects $(addsuffix .lv2,$(BROWSER_BUNDLES))
	LV2VAL=$(SCRATCH)/debug/lv2val SCREENSHOTS=$(SCREENSHOTS) \
	BUNDLES=$(BUNDLE)$(subst $() ,,$(foreach name,$(BROWSER_BUNDLES),:$(SCRATCH)/defects/$(name).lv2)) \
	/usr/bin/python3 -B Tests/Browser/test_report.py
	$(TEST_PANELS)
	PAGE=docs/web/index.html INSTRUMENT=$(EXAMPLE)/Tone/Bundles/tone.html DUCKER=$(EXAMPLE)/Ducker/Bundles/ducker.html SAMPLER=$(EXAMPLE)/Sampler/Bundles/sampler.html \
	BUNDLE=$(BUNDLE) LV2RENDER=$(SCRATCH)/debug/lv2render SCREENSHOTS=$(SCREENSHOTS) \
	/usr/bin/python3 -B Tests/Browser/test_web.py

# Hosts whose packages cannot be installed are reported as skipped. The host tests of the examples use what test-kit builds, so it runs
# first where both are asked for.
hosts: bundle | $(filter test-kit,$(MAKECMDGOALS))
	@Scripts/packages python3
	@names=$$(Tests/Hosts/run --packages $(HOSTS)) && { Scripts/packages $$names || \
	for name in $$names; do Scripts/packages $$name || true; done; }
	SCREENSHOTS=$(abspath $(SCREENSHOTS)) Tests/Hosts/run $(HOSTS)

test-arm64: both-bundles
	@Scripts/packages $(ARM64_TEST_PACKAGES)
	Tests/Arm64/sources
	Tests/Arm64/typecheck $(SCRATCH)/arm64-typecheck
	Tests/Arm64/root $(SCRATCH)/arm64-root
	Tests/Arm64/run $(SCRATCH)/arm64-root

lint:
	@Scripts/packages $(LINT_PACKAGES)
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	codespell
	@$(MAKE) --no-print-directory bundle
	git diff --exit-code -- '$(BUNDLE)/*.ttl'
	@swift run --scratch-path $(SCRATCH) lv2val checks --markdown | diff docs/reference/checks.md - || \
	{ echo "docs/reference/checks.md differs from the catalogue of checks; run 'make docs'"; exit 1; }
	swift build --scratch-path $(SCRATCH) --product lv2render
	@Scripts/option-docs --check $(SCRATCH)/debug

# -------------------------------------------------------------------------------------------------------------- Measure

# Python programs with a small host in C. They measure the plug-ins in BUNDLES and the installed ones.
MEASURE := $(SCRATCH)/measure
MEASURING = MEASURE_HOST=$(MEASURE)/host.so MEASURE_PLOTS=$(PLOTS) \
            LV2_PATH=$(BUNDLES):/usr/lib/lv2:$(abspath $(MEASURE))/lv2 /usr/bin/python3 -B

$(MEASURE)/host.so: Benchmarks/effects/host.c
	@mkdir -p $(MEASURE)
	gcc -O2 -Wall -Wextra -Werror -shared -fPIC -o $@ $< $$(pkg-config --cflags --libs lilv-0) -lm

# Shows a window. GTK 2 is for those of other plug-ins; its headers cause warnings.
$(MEASURE)/window: Benchmarks/effects/window.c
	@mkdir -p $(MEASURE)
	gcc -O2 -Wall -Wextra -Werror -o $@ $< $$(pkg-config --cflags --libs lilv-0 gtk+-2.0 | sed 's/-I/-isystem /g') -lm

bench: bundle
	@Scripts/packages $(BENCH_PACKAGES)
	@$(MAKE) --no-print-directory $(MEASURE)/host.so $(MEASURE)/window
	@Benchmarks/effects/ipp.lv2/build $(MEASURE)
	@$(MEASURING) Benchmarks/effects/speed.py $(SECTIONS)

# The cost of each detector in a call of run() without a finding.
bench-detectors: bundle
	swift build $(TOOL_FLAGS) --product detector-bench
	$(SCRATCH)/release/detector-bench $(BUNDLE) urn:martlet:lowpass-mono

measure: bundle
	@Scripts/packages $(BENCH_PACKAGES)
	@$(MAKE) --no-print-directory $(MEASURE)/host.so
	@$(MEASURING) Benchmarks/effects/measure.py $(SECTIONS)

# Instructions and estimated cycles on arm64, without an arm64 machine.
bench-static: both-bundles
	@Scripts/packages $(ARM64_PACKAGES) llvm python3 python3-numpy
	@Benchmarks/effects/static.py $(SCRATCH)/bundle/plugins/lv2-bundle/outputs/.arm64/release/libMartlet.elf \
	  $(SCRATCH)/bundle/release/libMartlet.so

# Existing results in SURVEY are reused.
survey: tools
	@Scripts/packages python3 $$(grep -v '^#' Benchmarks/survey/packages.txt)
	LV2_PATH=/usr/lib/lv2:/usr/lib/$$(gcc -print-multiarch)/lv2 \
	/usr/bin/python3 -B Benchmarks/survey/survey.py $(SCRATCH)/release/lv2val $(SURVEY) docs/measurements/survey.md

# zynaddsubfx contains a program that the interface of zynaddsubfx-lv2 starts.
survey-interfaces: tools
	@Scripts/packages python3 sordi xvfb evilwm libxcb-res0 libxcb-xtest0 libgl1-mesa-dri zynaddsubfx \
	  $$(grep -v '^#' Benchmarks/survey/packages.txt)
	LV2_PATH=/usr/lib/lv2:/usr/lib/$$(gcc -print-multiarch)/lv2 /usr/bin/python3 -B Benchmarks/survey/interfaces.py \
	  $(SCRATCH)/release/lv2val $(SURVEY)-interfaces docs/measurements/interfaces.md

# -------------------------------------------------------------------------------------------------- Install and package

install:
	@test -f $(BUNDLE)/martlet.so || { echo 'make install: the bundle is not built; run make'; exit 1; }
	rm -rf '$(DESTDIR)$(LV2DIR)/martlet.lv2'
	install -d '$(DESTDIR)$(LV2DIR)/martlet.lv2/modgui'
	install -m 644 $(BUNDLE)/*.ttl $(BUNDLE)/*.so '$(DESTDIR)$(LV2DIR)/martlet.lv2'
	install -m 644 $(BUNDLE)/modgui/* '$(DESTDIR)$(LV2DIR)/martlet.lv2/modgui'

uninstall:
	rm -rf '$(DESTDIR)$(LV2DIR)/martlet.lv2'

CLAP_FILES := $(addprefix .build/clap/martlet,.clap -ui.so -v3.so)
install-clap:
	@test -f .build/clap/martlet.clap || { echo 'make install-clap: the effects are not built; run make'; exit 1; }
	rm -f $(patsubst .build/clap/%,'$(DESTDIR)$(CLAPDIR)/%',$(CLAP_FILES))
	install -d '$(DESTDIR)$(CLAPDIR)'
	install -m 644 $(wildcard $(CLAP_FILES)) '$(DESTDIR)$(CLAPDIR)'

uninstall-clap:
	rm -f $(patsubst .build/clap/%,'$(DESTDIR)$(CLAPDIR)/%',$(CLAP_FILES))

install-tools:
	@test -f $(SCRATCH)/release/lv2val || { echo 'make install-tools: the tools are not built; run make tools'; exit 1; }
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

# The archive of the bundle, for systems without Debian packages; for this processor also lv2val, one file for machines with
# liblilv-0-0.
dist: bundle $(if $(filter arm64,$(ARCH)),,tools)
	@Scripts/packages $(ARCHIVE_PACKAGES)
	@packaging/archive $(BUNDLE) $(DIST) $(filter arm64,$(ARCH))
ifneq ($(ARCH),arm64)
	strip -o $(DIST)/lv2val $(SCRATCH)/release/lv2val
	@echo "$(DIST)/lv2val: $$(stat -c %s $(DIST)/lv2val) bytes"
endif

# debian/rules builds with `make bundle tools` in this tree, for another architecture with `make bundle`.
deb: packages
	@Scripts/packages $(DEB_PACKAGES) $(if $(filter arm64,$(ARCH)),$(ARM64_PACKAGES))
	packaging/deb $(DIST) $(filter arm64,$(ARCH))

release: both-bundles
	@Scripts/packages $(ARCHIVE_PACKAGES)
	@packaging/release $(DIST)

test-release: release
	packaging/test-release $(DIST)

test-packages: dist deb
	@Scripts/packages debootstrap
	packaging/test $(DIST)

clean:
	rm -rf $(SCRATCH) $(DIST) $(BUNDLE)/*.so $(BUNDLE)/modgui docs/web
	rm -rf debian/.debhelper debian/debhelper-build-stamp debian/files debian/*.substvars debian/tmp \
	  debian/martlet-lv2 debian/lv2val debian/lv2render reports
