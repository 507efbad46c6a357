/* Loaded before the C library, this makes a disk that has no files without a name and does not sync folders. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>

static int refuse(int code) {
  errno = code;
  return -1;
}

int fsync(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) return refuse(EINVAL);
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(descriptor);
}

int open(const char *path, int flags, ...) {
  if ((flags & O_TMPFILE) == O_TMPFILE) return refuse(EOPNOTSUPP);
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
}
