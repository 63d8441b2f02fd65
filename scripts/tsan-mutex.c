// Reports locks that a thread has waited for to the thread sanitizer. A `Mutex` of the Synchronization module takes a free lock with an atomic
// operation in our code, which the sanitizer sees. If the lock is taken, the `Mutex` waits in the standard library, which is not built with the
// sanitizer. The sanitizer would then report every access under the lock as a race. These three functions replace those of the library
// (LD_PRELOAD). They call the library's functions and report the lock to the sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// Absent in programs that are not built with the sanitizer, such as `swift test` itself.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

static void *next(const char *name, void **known) {
    void *found = __atomic_load_n(known, __ATOMIC_ACQUIRE);
    if (!found) {
        found = dlsym(RTLD_NEXT, name);
        __atomic_store_n(known, found, __ATOMIC_RELEASE);
    }
    return found;
}

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock_slow(uint32_t thread, SELF) {
    static void *known;
    ((SWIFT void (*)(uint32_t, SELF))next(LOCK, &known))(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
SWIFT bool try_lock_slow(SELF) __asm__(TRY);
SWIFT bool try_lock_slow(SELF) {
    static void *known;
    bool is_locked = ((SWIFT bool (*)(SELF))next(TRY, &known))(self);
    if (is_locked && __tsan_acquire) __tsan_acquire(self);
    return is_locked;
}

#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
SWIFT void unlock_slow(SELF) __asm__(UNLOCK);
SWIFT void unlock_slow(SELF) {
    static void *known;
    if (__tsan_release) __tsan_release(self);
    ((SWIFT void (*)(SELF))next(UNLOCK, &known))(self);
}
