#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jemalloc/jemalloc.h>
