#include "CSwitchboardInspectorStart.h"

#include <stdbool.h>
#include <stdlib.h>

// Defined in SwitchboardInspector.
extern void switchboard_inspector_start_from_environment(void);

__attribute__((constructor)) static void start(void) {
  static bool has_started;
  const char *address = getenv("SWITCHBOARD_INSPECTOR");
  if (has_started || !address || !*address) return;
  has_started = true;
  switchboard_inspector_start_from_environment();
}
