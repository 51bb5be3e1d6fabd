#ifndef CFUZZDRIVER_H
#define CFUZZDRIVER_H

#include <stddef.h>
#include <stdint.h>

// A function of libFuzzer: calls `body` with many inputs, and returns the exit status of the program.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*body)(const uint8_t *bytes, size_t count));

#endif
