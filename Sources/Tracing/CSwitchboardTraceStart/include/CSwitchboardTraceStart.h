#ifndef CSWITCHBOARD_TRACE_START_H
#define CSWITCHBOARD_TRACE_START_H

// No function to call. A program that links this target is traced when the environment asks for it; see
// TraceFromEnvironment.swift.

#endif
