#ifndef CSWITCHBOARDINSPECTORSTART_H
#define CSWITCHBOARDINSPECTORSTART_H

// This target has no functions to call: its constructor runs before `main`.

#endif
