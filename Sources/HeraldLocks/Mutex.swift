#if canImport(Darwin)
import os
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A value and the lock that protects it. Only one thread at a time can use the value.
///
/// It has the interface of `Mutex` in Swift's module Synchronization, which needs iOS 18 and macOS 15. This one works on every system that has
/// the clients of this package: its lock is `os_unfair_lock` on Apple systems, and `pthread_mutex_t` on others. A thread that takes the lock
/// twice stops for ever, or the system ends the process.
///
/// It is `@unchecked Sendable` because the lock in ``place`` protects the value there.
package struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    /// The memory with the lock and the value. It is apart from the struct because a lock must not move, and a Swift value may.
    @usableFromInline package let place: UnsafeMutablePointer<LockedValue<Value>>

    /// Creates an open lock for a value.
    @inlinable
    package init(_ initialValue: sending Value) {
        place = .allocate(capacity: 1)
        place.initialize(to: LockedValue(initialValue))
        SystemLocks.prepare(lock)
    }

    @inlinable
    deinit {
        SystemLocks.discard(lock)
        place.deinitialize(count: 1)
        place.deallocate()
    }

    /// The address of the lock. It is the first member, so it has the address of the whole.
    @inlinable package var lock: UnsafeMutablePointer<SystemLock> {
        UnsafeMutableRawPointer(place).assumingMemoryBound(to: SystemLock.self)
    }

    /// Waits for the lock, and calls `body` with the value while holding it.
    /// - Throws: what `body` throws.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        SystemLocks.lock(lock)
        defer { SystemLocks.unlock(lock) }
        return try body(&place.pointee.value)
    }
}

/// A lock, and behind it the value that it protects.
@usableFromInline
package struct LockedValue<Value> {
    @usableFromInline package var lock = SystemLock()
    @usableFromInline package var value: Value

    @inlinable
    package init(_ value: Value) { self.value = value }
}

#if canImport(Darwin)
@usableFromInline package typealias SystemLock = os_unfair_lock
#else
@usableFromInline package typealias SystemLock = pthread_mutex_t
#endif

/// The system's functions for a lock at a fixed address.
@usableFromInline
package enum SystemLocks {
    /// Prepares a lock at its place in memory.
    @inlinable
    package static func prepare(_ lock: UnsafeMutablePointer<SystemLock>) {
        #if !canImport(Darwin)
        // Without attributes this takes no memory and cannot fail.
        pthread_mutex_init(lock, nil)
        #endif
    }

    /// Waits until no other thread has the lock, and takes it.
    @inlinable
    package static func lock(_ lock: UnsafeMutablePointer<SystemLock>) {
        #if canImport(Darwin)
        os_unfair_lock_lock(lock)
        #else
        pthread_mutex_lock(lock)
        #endif
    }

    /// Opens the lock. The same thread must have taken it.
    @inlinable
    package static func unlock(_ lock: UnsafeMutablePointer<SystemLock>) {
        #if canImport(Darwin)
        os_unfair_lock_unlock(lock)
        #else
        pthread_mutex_unlock(lock)
        #endif
    }

    /// Ends an open lock before its memory is freed.
    @inlinable
    package static func discard(_ lock: UnsafeMutablePointer<SystemLock>) {
        #if !canImport(Darwin)
        pthread_mutex_destroy(lock)
        #endif
    }
}
