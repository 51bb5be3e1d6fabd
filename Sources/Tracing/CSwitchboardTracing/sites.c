#include <stdlib.h>
#include <string.h>

#include "internal.h"

// The process's table of source lines: a hash table with open addressing, and an array by number. The lock protects it.

struct site {
  const char *file;
  uint32_t line;
};

static struct {
  struct site *sites;
  uint32_t count;
  uint32_t capacity;
  uint32_t *slots;
  uint32_t mask;
} table;

// Hashes the content of `file`, because a program may contain the name of one source file at several addresses.
static uint32_t slot_of(const char *file, uint32_t line) {
  uint64_t hash = line;
  for (const char *byte = file; *byte; byte++) hash = (hash ^ (unsigned char)*byte) * 0x100000001B3u;
  return (uint32_t)(hash * 0x9E3779B97F4A7C15u >> 32) & table.mask;
}

static bool is_at(uint32_t site, const char *file, uint32_t line) {
  return table.sites[site].line == line && strcmp(table.sites[site].file, file) == 0;
}

static bool grow(void) {
  uint32_t capacity = table.capacity ? 2 * table.capacity : 256;
  struct site *sites = realloc(table.sites, capacity * sizeof *sites);
  if (!sites) return false;
  table.sites = sites;
  uint32_t *slots = calloc(2 * (size_t)capacity, sizeof *slots);
  if (!slots) return false;
  free(table.slots);
  table.slots = slots;
  table.capacity = capacity;
  table.mask = 2 * capacity - 1;
  // Number 0 stands for no source line.
  if (table.count == 0) table.sites[table.count++] = (struct site){"", 0};
  for (uint32_t site = 1; site < table.count; site++) {
    uint32_t slot = slot_of(sites[site].file, sites[site].line);
    while (slots[slot]) slot = (slot + 1) & table.mask;
    slots[slot] = site;
  }
  return true;
}

uint32_t trace_intern_site(const char *file, uint32_t line, struct cached_site *entry) {
  switchboard_trace_lock();
  uint32_t site = 0;
  if (table.count < table.capacity || grow()) {
    uint32_t slot = slot_of(file, line);
    while ((site = table.slots[slot]) && !is_at(site, file, line)) slot = (slot + 1) & table.mask;
    if (site == 0) {
      site = table.count++;
      table.sites[site] = (struct site){file, line};
      table.slots[slot] = site;
    }
  }
  switchboard_trace_unlock();
  if (site) *entry = (struct cached_site){file, line, site};
  return site;
}

uint32_t switchboard_trace_site_count(void) { return table.count; }

void switchboard_trace_site_at(uint32_t index, const char **file, uint32_t *line) {
  *file = table.sites[index].file;
  *line = table.sites[index].line;
}
