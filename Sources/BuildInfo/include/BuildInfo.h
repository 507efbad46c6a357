#ifndef SPREADLAB_BUILD_INFO_H
#define SPREADLAB_BUILD_INFO_H

/* The commit the program was built from, as Package.swift saw it; "unknown" without git. */
const char *spreadlab_commit(void);

#endif
