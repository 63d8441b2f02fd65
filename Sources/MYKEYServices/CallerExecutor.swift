/// The executor for a caller's request. Work that other callers also wait for runs in its own task, which must be told to use the executor.
package enum CallerExecutor {
    /// The executor of the request that the running task answers. `nil` when requests have no executor of their own.
    @TaskLocal package static var current: (any TaskExecutor)?
}
