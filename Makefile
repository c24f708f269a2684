# SPDX-License-Identifier: MIT
# retrace: `make demo` runs the main job, `make check` every test, `make help` lists the rest.

# --- knobs ---------------------------------------------------------------------------------------
BUILD  ?= build
PREFIX ?= /usr/local
GLXML  ?= /usr/share/khronos-api/gl.xml
SAN    ?=
V      ?=
Q      := $(if $(V),,@)
PYTHON := /usr/bin/python3

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all setup demo check lint help clean corpus golden bench drivers gl-report FORCE
all: $(BUILD)/retrace $(BUILD)/libretrace.a ## build build/retrace and build/libretrace.a

# --- flags ---------------------------------------------------------------------------------------
WARN     := -Wall -Wextra -Wshadow -Wmissing-prototypes -Werror
CPPFLAGS := -D_GNU_SOURCE -Ilib -I$(BUILD)/gen
CFLAGS   ?= -O2 -g
CFLAGS_  := -std=c11 $(WARN) $(CFLAGS) -fno-strict-aliasing $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer)
CXXFLAGS_:= -std=c++17 -Wall -Wextra -Werror $(CFLAGS) $(if $(SAN),-fsanitize=$(SAN))
LDFLAGS_ := $(LDFLAGS) $(if $(SAN),-fsanitize=$(SAN))
GLSLANG  := -lglslang -lglslang-default-resource-limits -lMachineIndependent -lGenericCodeGen -lOSDependent \
            -lOGLCompiler -lSPIRV -lSPIRV-Tools-opt -lSPIRV-Tools
GLSLANG  := $(foreach l,$(GLSLANG),$(if $(wildcard /usr/lib/*/lib$(l:-l%=%).a),$(l)))
LIBS_BASE   := -lcrypto -lpng -lz -ljansson -lpthread -ldl -lm
LIBS_TRACE  := -lsnappy -lbrotlidec -lzstd -lz -lstdc++
LIBS_EMU    := -lspirv-cross-c-shared $(GLSLANG) -lstdc++
LIBS        := $(LIBS_EMU) $(LIBS_TRACE) $(LIBS_BASE)

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
OBJS_CLI := $(call obj,$(wildcard cli/*.c))
TESTS    := $(patsubst %.c,$(BUILD)/test/%,$(foreach l,$(LAYERS),$(wildcard $(dir_$(l))/*_test.c)))

# --- generated -----------------------------------------------------------------------------------
GEN := $(BUILD)/gen/gl_api.h
$(GEN): scripts/gen_gl.py lib/gl_overlay.txt $(GLXML)
	@mkdir -p $(@D)
	$(Q)$(PYTHON) scripts/gen_gl.py $(GLXML) lib/gl_overlay.txt $(@D)
$(GLXML):
	@echo "retrace: packages are missing; run 'make setup' first" >&2; false

# --- lib, cli ------------------------------------------------------------------------------------
$(BUILD)/obj/%.o: %.c $(GEN)
	@mkdir -p $(@D)
	@$(if $(V),,echo "CC  $<")
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS_) -MMD -MP -c -o $@ $<
$(BUILD)/obj/%.o: %.cc
	@mkdir -p $(@D)
	@$(if $(V),,echo "CXX $<")
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS_) -MMD -MP -c -o $@ $<
define layer
$(call ar,$(1)): $(objs_$(1))
	@mkdir -p $$(@D)
	$(Q)rm -f $$@ && $(AR) rcs $$@ $$^
endef
$(foreach l,$(LAYERS),$(eval $(call layer,$(l))))
$(BUILD)/libretrace.a: $(OBJS_LIB)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
$(BUILD)/retrace: $(OBJS_CLI) $(BUILD)/libretrace.a
	@$(if $(V),,echo "LD  $@")
	$(Q)$(CC) $(LDFLAGS_) -o $@ $^ $(LIBS)

# --- tests ---------------------------------------------------------------------------------------
define layer_tests
$(BUILD)/test/$(dir_$(1))/%: $(BUILD)/obj/$(dir_$(1))/%.o $(foreach u,$(uses_$(1)),$(call ar,$(u)))
	@mkdir -p $$(@D)
	@$(if $(V),,echo "LD  $$@")
	$(Q)$(CC) $(LDFLAGS_) -o $$@ $$^ $(LIBS) -lcmocka
endef
$(foreach l,$(LAYERS),$(eval $(call layer_tests,$(l))))
tests: $(TESTS) ## build the unit tests

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14
clean: ## remove everything built
	rm -rf $(BUILD)

-include $(patsubst %.o,%.d,$(OBJS_LIB) $(OBJS_CLI)) $(patsubst $(BUILD)/test/%,$(BUILD)/obj/%.d,$(TESTS))
