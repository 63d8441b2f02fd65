/// The executor of a caller's request. If several callers wait for the same work, the work runs in a task of its own. That task uses the
/// executor that this type provides.
package enum CallerExecutor {
    /// The executor of the request that the current task answers. `nil` if requests have no executor of their own.
    @TaskLocal package static var current: (any TaskExecutor)?
}
