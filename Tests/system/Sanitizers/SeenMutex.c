// Shows ThreadSanitizer the hand-over of a contended Synchronization.Mutex.
//
// Such a mutex is taken and given back by an atomic operation that is compiled into the program,
// which ThreadSanitizer sees. Where two threads meet, the kernel hands it over (FUTEX_LOCK_PI)
// inside libswiftSynchronization, which it does not see: it then reports races between sections
// that the same mutex guards. Loaded with LD_PRELOAD, these two functions stand before the
// library's and say what it does; no lock is added. run.sh first proves on PlantedRace.swift that
// this hides no real race.
//
// Source: Swift 6.3, stdlib/public/Synchronization/Mutex/LinuxImpl.swift.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Absent in a program without ThreadSanitizer.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef __attribute__((swiftcall)) void Lock(
    uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void Unlock(__attribute__((swift_context)) void *mutex);

Lock lockSlow __asm__(LOCK);
Unlock unlockSlow __asm__(UNLOCK);

static void *next(const char *symbol) {
  void *function = dlsym(RTLD_NEXT, symbol);
  if (function == NULL) {
    fprintf(stderr, "SeenMutex: this Swift has no %s\n", symbol);
    abort();
  }
  return function;
}

__attribute__((swiftcall)) void lockSlow(
    uint32_t thread, __attribute__((swift_context)) void *mutex) {
  ((Lock *)next(LOCK))(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlockSlow(__attribute__((swift_context)) void *mutex) {
  if (__tsan_release) __tsan_release(mutex);
  ((Unlock *)next(UNLOCK))(mutex);
}
