/* SPDX-License-Identifier: MIT */
/* Mesa's traces.yml, by libyaml, in both of its shapes: a list of traces with a list of expectations, as it
 * was at first, and maps from trace to device. What is not known is left alone, as its other readers do; what
 * is malformed is told with its line. Nothing is downloaded: the traces must be there. */
#include "log.h"
#include "retrace/manifest_priv.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct reader {
    struct manifest *manifest;
    yaml_document_t document;
    const char *path, *db;
    char *folder;
    const struct log *log;
};

static bool wrong(const struct reader *r, const yaml_node_t *node, const char *what)
{
    log_msg(r->log, LOG_ERROR, "%s:%zu: %s", r->path, node ? node->start_mark.line + 1 : 1, what);
    return false;
}

static const char *text_of(const yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static yaml_node_t *get(struct reader *r, const yaml_node_t *map, const char *key)
{
    if (!map || map->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        const char *text = text_of(yaml_document_get_node(&r->document, p->key));
        if (text && !strcmp(text, key))
            return yaml_document_get_node(&r->document, p->value);
    }
    return NULL;
}

/* --- one expectation --- */

static void set_label(struct manifest_expectation *e, const char *word)
{
    e->skip |= word && !strcmp(word, "skip");
    e->crash |= word && !strcmp(word, "crash");
    e->flaky |= word && (!strcmp(word, "flaky") || !strcmp(word, "flake") || !strcmp(word, "flakes"));
}

static void read_labels(struct reader *r, const yaml_node_t *map, struct manifest_expectation *e)
{
    static const char *const keys[] = {"label", "labels"};

    for (size_t i = 0; i < 2; i++) {
        yaml_node_t *node = get(r, map, keys[i]);
        if (!node || node->type != YAML_SEQUENCE_NODE) {
            set_label(e, text_of(node));
            continue;
        }
        for (yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top;
             item++)
            set_label(e, text_of(yaml_document_get_node(&r->document, *item)));
    }
}

/* Some lists have a placeholder where nobody has recorded a checksum yet. */
static bool read_checksum(struct reader *r, const yaml_node_t *map, struct manifest_expectation *e)
{
    const yaml_node_t *node = get(r, map, "checksum");
    const char *text = text_of(node);
    size_t len = text ? strlen(text) : 0;

    if (!text || !len)
        return !node || text || wrong(r, node, "a checksum must be a word");
    if (len != 32 || strspn(text, "0123456789abcdefABCDEF") != 32) {
        if (strspn(text, "0") == len)
            return true;
        return wrong(r, node, "a checksum must be 32 hexadecimal digits");
    }
    e->checksum = strdup(text);
    for (char *c = e->checksum; c && *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return e->checksum != NULL;
}

static bool add_expectation(struct reader *r, struct manifest_entry *entry, const char *device,
                            const yaml_node_t *map)
{
    struct manifest_expectation *grown, e = {0};

    read_labels(r, map, &e);
    if (!read_checksum(r, map, &e))
        return false;
    e.device = device ? strdup(device) : NULL;
    grown = realloc(entry->expectations, (entry->n_expectations + 1) * sizeof *grown);
    if (grown)
        entry->expectations = grown;
    if (!grown || (device && !e.device)) {
        free(e.device);
        free(e.checksum);
        return false;
    }
    grown[entry->n_expectations++] = e;
    return true;
}

/* --- one trace --- */

static bool is_foreign(const char *path)
{
    static const char *const endings[] = {".rdc", ".gfxr", ".trace-dxgi", ".testtrace"};
    size_t len = strlen(path);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (len > strlen(endings[i]) && !strcmp(path + len - strlen(endings[i]), endings[i]))
            return true;
    return false;
}

static bool is_key_of_trace(const char *key)
{
    static const char *const keys[] = {"label", "labels", "text", "path", "expectations"};

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (!strcmp(key, keys[i]))
            return true;
    return false;
}

/* device: { … }, … */
static bool read_devices(struct reader *r, struct manifest_entry *entry, const yaml_node_t *map)
{
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        const yaml_node_t *key = yaml_document_get_node(&r->document, p->key);
        const yaml_node_t *value = yaml_document_get_node(&r->document, p->value);
        const char *device = text_of(key);
        if (!device || is_key_of_trace(device))
            continue;
        if (value->type != YAML_MAPPING_NODE)
            return wrong(r, value, "a device must have a map of what is expected");
        if (!add_expectation(r, entry, device, value))
            return false;
    }
    return true;
}

/* - device: …, … */
static bool read_list(struct reader *r, struct manifest_entry *entry, const yaml_node_t *list)
{
    if (list->type != YAML_SEQUENCE_NODE)
        return wrong(r, list, "expectations must be a list");
    for (yaml_node_item_t *item = list->data.sequence.items.start; item < list->data.sequence.items.top;
         item++) {
        const yaml_node_t *map = yaml_document_get_node(&r->document, *item);
        const char *device = text_of(get(r, map, "device"));
        if (!device)
            return wrong(r, map, "an expectation without a device");
        if (!add_expectation(r, entry, device, map))
            return false;
    }
    return true;
}

static bool read_trace(struct reader *r, const char *path, const yaml_node_t *map)
{
    const yaml_node_t *list = get(r, map, "expectations");
    struct manifest_entry *entry;
    char *full;

    if (is_foreign(path)) {
        log_msg(r->log, LOG_WARN, "%s: %s is no capture of apitrace, left out", r->path, path);
        return true;
    }
    full = manifest_join(r->db ? r->db : r->folder, path);
    entry = full ? manifest_entry_add(r->manifest, full, path) : NULL;
    free(full);
    if (!entry)
        return false;
    if (map->type != YAML_MAPPING_NODE)
        return true; /* a trace of which nothing is said */
    return add_expectation(r, entry, NULL, map) && (!list || read_list(r, entry, list)) &&
           read_devices(r, entry, map);
}

static bool read_traces(struct reader *r, const yaml_node_t *traces)
{
    bool ok = true;

    if (traces && traces->type == YAML_MAPPING_NODE) {
        for (yaml_node_pair_t *p = traces->data.mapping.pairs.start; ok && p < traces->data.mapping.pairs.top;
             p++) {
            const char *path = text_of(yaml_document_get_node(&r->document, p->key));
            ok = path ? read_trace(r, path, yaml_document_get_node(&r->document, p->value))
                      : wrong(r, traces, "a trace must be a path");
        }
        return ok;
    }
    if (!traces || traces->type != YAML_SEQUENCE_NODE)
        return wrong(r, traces, "there is no map or list `traces`");
    for (yaml_node_item_t *item = traces->data.sequence.items.start;
         ok && item < traces->data.sequence.items.top; item++) {
        const yaml_node_t *map = yaml_document_get_node(&r->document, *item);
        const char *path = text_of(map) ? text_of(map) : text_of(get(r, map, "path"));
        ok = path ? read_trace(r, path, map) : wrong(r, map, "a trace without a path");
    }
    return ok;
}

bool manifest_yaml_add(struct manifest *manifest, const char *path, const struct log *log)
{
    struct reader r = {.manifest = manifest, .path = path, .folder = manifest_folder_of(path), .log = log};
    const char *db = getenv("RETRACE_TRACES_DB");
    size_t before = manifest->n;
    FILE *in = fopen(path, "re");
    yaml_parser_t parser;
    bool ok = false;

    r.db = db && *db ? db : NULL;
    if (!in || !r.folder || !yaml_parser_initialize(&parser)) {
        log_msg(log, LOG_ERROR, "%s: %s", path, strerror(errno));
        free(r.folder);
        if (in)
            fclose(in);
        return false;
    }
    yaml_parser_set_input_file(&parser, in);
    if (!yaml_parser_load(&parser, &r.document)) {
        log_msg(log, LOG_ERROR, "%s:%zu: %s", path, parser.problem_mark.line + 1,
                parser.problem ? parser.problem : "it cannot be read");
    } else {
        ok = read_traces(&r, get(&r, yaml_document_get_root_node(&r.document), "traces"));
        if (ok && manifest->n == before)
            ok = wrong(&r, NULL, "no trace in this list");
        yaml_document_delete(&r.document);
    }
    yaml_parser_delete(&parser);
    fclose(in);
    free(r.folder);
    return ok;
}
