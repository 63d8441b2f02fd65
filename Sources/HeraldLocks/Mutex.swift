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
/// It is public, because the compiler specialises only public code in other modules.
///
/// It is `@unchecked Sendable` because the lock in ``place`` protects the value there.
public struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    /// The memory with the lock and the value. It is apart from the struct because a lock must not move, and a Swift value may.
    @usableFromInline let place: UnsafeMutablePointer<LockedValue<Value>>

    /// Creates an open lock for a value.
    @inlinable
    public init(_ initialValue: sending Value) {
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
    @inlinable var lock: UnsafeMutablePointer<SystemLock> {
        UnsafeMutableRawPointer(place).assumingMemoryBound(to: SystemLock.self)
    }

    /// Waits for the lock, and calls `body` with the value while holding it.
    /// - Throws: what `body` throws.
    @inlinable
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        SystemLocks.lock(lock)
        defer { SystemLocks.unlock(lock) }
        return try body(&place.pointee.value)
    }
}

/// A lock, and behind it the value that it protects.
@usableFromInline
struct LockedValue<Value> {
    @usableFromInline var lock = SystemLock()
    @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
}

#if canImport(Darwin)
@usableFromInline typealias SystemLock = os_unfair_lock
#else
@usableFromInline typealias SystemLock = pthread_mutex_t
#endif

/// The system's functions for a lock at a fixed address.
@usableFromInline
enum SystemLocks {
    /// Prepares a lock at its place in memory.
    @inlinable
    static func prepare(_ lock: UnsafeMutablePointer<SystemLock>) {
        #if !canImport(Darwin)
        // Without attributes this takes no memory and cannot fail.
        pthread_mutex_init(lock, nil)
        #endif
    }

    /// Waits until no other thread has the lock, and takes it.
    @inlinable
    static func lock(_ lock: UnsafeMutablePointer<SystemLock>) {
        #if canImport(Darwin)
        os_unfair_lock_lock(lock)
        #else
        pthread_mutex_lock(lock)
        #endif
    }

    /// Opens the lock. The same thread must have taken it.
    @inlinable
    static func unlock(_ lock: UnsafeMutablePointer<SystemLock>) {
        #if canImport(Darwin)
        os_unfair_lock_unlock(lock)
        #else
        pthread_mutex_unlock(lock)
        #endif
    }

    /// Ends an open lock before its memory is freed.
    @inlinable
    static func discard(_ lock: UnsafeMutablePointer<SystemLock>) {
        #if !canImport(Darwin)
        pthread_mutex_destroy(lock)
        #endif
    }
}
