# SPDX-License-Identifier: MIT
# retrace: `make demo` runs the main job, `make check` every test, `make help` lists the rest.

# --- knobs ---------------------------------------------------------------------------------------
SAN    ?=
BUILD  ?= build$(if $(SAN),/san)
PREFIX ?= /usr/local
GLXML  ?= /usr/share/khronos-api/gl.xml
JOBS   ?= $(shell nproc)
V      ?=
Q      := $(if $(V),,@)
# The distribution's own: the generators and checks need nothing but its standard library.
PYTHON := /usr/bin/python3

.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:
.PHONY: all setup demo check check-built lint tests help clean install deb check-html check-farm bench-farm corpus golden bench mutants bundle drivers gl-report FORCE
all: $(BUILD)/retrace $(BUILD)/libretrace.a ## build build/retrace and build/libretrace.a

# --- flags ---------------------------------------------------------------------------------------
VERSION  := 0.1
WARN     := -Wall -Wextra -Wshadow -Werror
CPPFLAGS := -D_GNU_SOURCE -Ilib -I$(BUILD)/gen
CFLAGS   ?= -O2 -g
SANFLAGS := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
CFLAGS_   = -std=c11 $(WARN) -Wmissing-prototypes $(CFLAGS) -fno-strict-aliasing $(SANFLAGS) $(LTO_)
# vptr: glslang's library is built without type information, which that check asks for.
CXXFLAGS_ = -std=c++17 $(WARN) $(CFLAGS) $(SANFLAGS) $(if $(SAN),-fno-sanitize=vptr)
LDFLAGS_  = $(LDFLAGS) $(SANFLAGS)
# A call crosses many files on its way to the driver: the program has them optimised as a whole (LTO= builds faster and
# runs slower). Their objects hold both forms; everything else that is linked takes the plain one.
LTO      ?= $(if $(SAN)$(findstring clang,$(CC)),,-flto=auto -ffat-lto-objects)
LTO_      = $(if $(filter-out %_test.c lib/emu/glsl%,$(filter lib/gles/% lib/emu/% lib/tiers/%,$<)),$(LTO))
PLAIN    := -fno-lto
# Which static libraries glslang consists of changes between releases; looked up when a link runs, after any set-up.
GLSLANG_  = glslang glslang-default-resource-limits MachineIndependent GenericCodeGen OSDependent OGLCompiler SPIRV \
            SPIRV-Tools-opt SPIRV-Tools
GLSLANG   = $(foreach l,$(GLSLANG_),$(if $(wildcard /usr/lib/*/lib$(l).a /usr/lib/lib$(l).a),-l$(l)))
LIBS      = -lspirv-cross-c-shared $(GLSLANG) -lsnappy -lbrotlidec -lzstd -lz -lstdc++ \
            -lcrypto -lpng -ljansson -lyaml -lpthread -ldl -lm

# --- sources -------------------------------------------------------------------------------------
LAYERS := base trace gles emu tiers retrace
dir_base := lib
dir_trace := lib/trace
dir_gles := lib/gles
dir_emu := lib/emu
dir_tiers := lib/tiers
dir_retrace := lib/retrace
# What each layer may use, itself first: the link of a layer's tests proves that arrows point down only.
uses_base := base
uses_trace := trace base
uses_gles := gles base
uses_emu := emu gles base
uses_tiers := tiers emu gles base
uses_retrace := retrace tiers emu gles trace base

src = $(filter-out %_test.c %_fuzz.c,$(wildcard $(dir_$(1))/*.c)) $(wildcard $(dir_$(1))/*.cc)
obj = $(patsubst %,$(BUILD)/obj/%.o,$(basename $(1)))
ar  = $(BUILD)/obj/$(1).a
$(foreach l,$(LAYERS),$(eval objs_$(l) := $(call obj,$(call src,$(l)))))
OBJS_LIB := $(foreach l,$(LAYERS),$(objs_$(l)))
OBJS_CLI := $(call obj,$(filter-out %_test.c,$(wildcard cli/*.c)))
TESTS    := $(patsubst %.c,$(BUILD)/test/%,$(foreach l,$(LAYERS),$(wildcard $(dir_$(l))/*_test.c)) $(wildcard cli/*_test.c))
FUZZERS  := $(patsubst %.c,$(BUILD)/test/%,$(wildcard lib/*/*_fuzz.c))
SHIMS    := $(patsubst cli/t/%.c,$(BUILD)/test/cli/t/lib%.so,$(wildcard cli/t/*.c))

# --- generated -----------------------------------------------------------------------------------
GEN_GL     := $(addprefix $(BUILD)/gen/,gl_api.h gl_entries.inc gles_entries.inc gl_aliases.inc emu_protos.inc)
GEN_PLAYER := $(addprefix $(BUILD)/gen/,player_calls.inc player_hooks.inc)
GEN_GLSL   := $(BUILD)/gen/glsl_version.h
GEN_REPORT := $(addprefix $(BUILD)/gen/,report_css.inc report_js.inc)
GEN        := $(GEN_GL) $(GEN_PLAYER) $(GEN_GLSL) $(GEN_REPORT)
$(GEN_REPORT): $(BUILD)/gen/report_%.inc: lib/retrace/report.% scripts/gen_asset.py
	@mkdir -p $(@D)
	$(Q)$(PYTHON) scripts/gen_asset.py report_$* $< >$@
$(GEN_GL) &: scripts/gen_gl.py scripts/glxml.py lib/gl_overlay.txt $(GLXML)
	@mkdir -p $(@D)
	$(Q)$(PYTHON) scripts/gen_gl.py $(GLXML) lib/gl_overlay.txt $(BUILD)/gen
$(GEN_PLAYER) &: scripts/gen_player.py scripts/glxml.py lib/retrace/player_overlay.txt $(GLXML)
	@mkdir -p $(@D)
	$(Q)$(PYTHON) scripts/gen_player.py $(GLXML) lib/retrace/player_overlay.txt $(BUILD)/gen
# Names the shader translator in its cache on disk: the result of another one is not this one's.
$(GEN_GLSL): $(sort $(filter-out %_test.c,$(wildcard lib/emu/glsl*.[ch])))
	@mkdir -p $(@D)
	$(Q)echo "#define GLSL_SOURCES \"$$(cat $^ | md5sum | cut -c1-32)\"" >$@
$(GLXML):
	@echo "retrace: packages are missing ($@); run 'make setup' first" >&2; false

# --- lib, cli ------------------------------------------------------------------------------------
# Generated files come first; which of them an object really includes, its .d file tells from then on.
$(BUILD)/obj/%.o: %.c | $(GEN)
	@mkdir -p $(@D)
	@$(if $(V),,echo "CC  $<")
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS_) -MMD -MP -c -o $@ $<
$(BUILD)/obj/%.o: %.cc | $(GEN)
	@mkdir -p $(@D)
	@$(if $(V),,echo "CXX $<")
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS_) -MMD -MP -c -o $@ $<
# Results name the build that gave them; the file changes only when its text does.
$(BUILD)/gen/commit: FORCE
	@mkdir -p $(@D)
	@git describe --always --dirty --abbrev=12 --exclude='*' >$@.new 2>/dev/null || echo unknown >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
VERSIONED := $(BUILD)/obj/cli/main.o $(BUILD)/obj/lib/retrace/report_json.o
$(VERSIONED): $(BUILD)/gen/commit
$(VERSIONED): CPPFLAGS += -DRETRACE_VERSION='"$(VERSION)"' -DRETRACE_COMMIT='"$(shell cat $(BUILD)/gen/commit)"'
define layer
$(call ar,$(1)): $(objs_$(1))
	@mkdir -p $$(@D)
	$(Q)rm -f $$@ && $(AR) rcs $$@ $$^
endef
$(foreach l,$(LAYERS),$(eval $(call layer,$(l))))
$(BUILD)/libretrace.a: $(OBJS_LIB)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
$(BUILD)/retrace: $(OBJS_CLI) $(OBJS_LIB)
	@$(if $(V),,echo "LD  $@")
	$(Q)$(CC) $(CFLAGS) $(or $(LTO),$(PLAIN)) $(LDFLAGS_) -o $@ $^ $(LIBS)
# The product with deliberately wrong tiers in place of its own: the linker diverts the functions that they stand in for.
MUTANT_WRAPS := tiers_get tiers_supported emu_draw_params emu_buffer_restore emu_draw_rewrite emu_query_discards log_msg
OBJS_MUTANTS := $(call obj,$(wildcard lib/tiers/mutants/*.c))
$(BUILD)/mutants/retrace: $(OBJS_CLI) $(OBJS_MUTANTS) $(BUILD)/libretrace.a
	@mkdir -p $(@D)
	@$(if $(V),,echo "LD  $@")
	$(Q)$(CC) $(LDFLAGS_) $(PLAIN) $(MUTANT_WRAPS:%=-Wl,--wrap=%) -o $@ $^ $(LIBS)
install: all ## install program and library under PREFIX (/usr/local), DESTDIR before it
	@BUILD=$(BUILD) PREFIX=$(PREFIX) DESTDIR=$(DESTDIR) VERSION=$(VERSION) LIBS="$(strip $(LIBS))" scripts/install $(PARTS)

# --- jobs ----------------------------------------------------------------------------------------
# Set-up changes what a parse of this file finds, so what follows it is a make of its own.
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))
setup: ## install every package that building, running, testing and linting need (Debian, Ubuntu)
	@scripts/setup
demo: ## set up, build, and run the main job on the default driver
	@scripts/setup build run
	@$(MAKE) --no-print-directory $(PARALLEL) all
	$(BUILD)/retrace --tier=all corpus/mc_sodium_multidraw.trace
check: ## set up, build, and run every test (SAN=address,undefined: under sanitizers)
	@scripts/setup build run drivers test
	@scripts/fetch-angle
	@$(MAKE) --no-print-directory $(PARALLEL) check-built
check-built: all tests
	@BUILD=$(BUILD) GLXML=$(GLXML) SAN=$(SAN) $(PYTHON) scripts/check
drivers: ## fetch ANGLE on SwiftShader into build/drivers
	@scripts/setup build run drivers
	@scripts/fetch-angle
corpus: ## capture the corpus again with apitrace
	@scripts/setup build run test
	@scripts/corpus all
golden: ## write expected/ anew from this machine's drivers
	@scripts/setup build run drivers
	@scripts/fetch-angle
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@BUILD=$(BUILD) scripts/golden
bench: ## compare our speed with eglretrace on a driver that draws nothing
	@scripts/setup build run test
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@BUILD=$(BUILD) scripts/bench
mutants: ## run the deliberately wrong tiers over the corpus; one that nobody notices fails
	@scripts/setup build run
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/mutants/retrace
	@BUILD=$(BUILD) $(PYTHON) scripts/mutants
bundle: all ## pack what a machine with a GPU needs into build/retrace-bundle.tar.gz
	@BUILD=$(BUILD) scripts/bundle
deb: all ## make Debian packages of program and library in build/deb
	@BUILD=$(BUILD) VERSION=$(VERSION) scripts/deb
check-html: all $(SHIM) ## use the HTML report in a headless Chromium
	@BUILD=$(BUILD) scripts/check-html
check-farm: ## run a manifest on a Slurm cluster started here, with a job killed and a node drained
	@scripts/setup build run farm
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@BUILD=$(BUILD) scripts/farm-check
bench-farm: all ## merge and report 5,000 results, and run a night's traces on every core
	@BUILD=$(BUILD) $(PYTHON) scripts/bench-farm
lint: ## both compilers, format, clang-tidy, headers, whitespace, commit messages
	@scripts/setup
	@scripts/lint
gl-report: $(GEN_GL) ## what the emulation does with every desktop GL function
	@$(PYTHON) scripts/gl_report.py $(BUILD)/gen/gl_entries.inc >$(BUILD)/gl-report.md
	@cat $(BUILD)/gl-report.md

# --- tests ---------------------------------------------------------------------------------------
define layer_tests
$(BUILD)/test/$(dir_$(1))/%_test: $(BUILD)/obj/$(dir_$(1))/%_test.o $(foreach u,$(uses_$(1)),$(call ar,$(u)))
	@mkdir -p $$(@D)
	@$(if $(V),,echo "LD  $$@")
	$(Q)$(CC) $(LDFLAGS_) $(PLAIN) -o $$@ $$^ $$(LIBS) -lcmocka
$(BUILD)/test/$(dir_$(1))/%_fuzz: $(dir_$(1))/%_fuzz.c $(foreach u,$(uses_$(1)),$(call ar,$(u)))
	@mkdir -p $$(@D)
	$(Q)$(CC) $(CPPFLAGS) $$(CFLAGS_) -DFUZZ_MAIN $(LDFLAGS_) $(PLAIN) -o $$@ $$^ $$(LIBS)
endef
$(foreach l,$(LAYERS),$(eval $(call layer_tests,$(l))))
$(BUILD)/test/cli/%_test: $(BUILD)/obj/cli/%_test.o $(filter-out %/main.o,$(OBJS_CLI)) $(BUILD)/libretrace.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_) $(PLAIN) -o $@ $^ $(LIBS) -lcmocka
# Driver libraries: never with sanitizers, which the program that loads them brings along.
$(SHIMS): $(BUILD)/test/cli/t/lib%.so: cli/t/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) -D_GNU_SOURCE -std=c11 $(WARN) -O2 -g -fPIC -shared -fvisibility=hidden -o $@ $< -Wl,--no-as-needed -lEGL -ldl
tests: $(TESTS) $(FUZZERS) $(SHIMS) ## build the tests

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14
clean: ## remove everything built (build/drivers stays)
	find $(BUILD) -mindepth 1 -maxdepth 1 ! -name drivers -exec rm -rf {} +

-include $(patsubst %.o,%.d,$(OBJS_LIB) $(OBJS_CLI) $(OBJS_MUTANTS)) $(patsubst $(BUILD)/test/%,$(BUILD)/obj/%.d,$(TESTS) $(FUZZERS))
