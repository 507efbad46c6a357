#include "BuildInfo.h"

#ifndef SPREADLAB_COMMIT
#define SPREADLAB_COMMIT "unknown"
#endif

const char *spreadlab_commit(void) { return SPREADLAB_COMMIT; }
