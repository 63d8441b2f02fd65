/// Where the request of a caller is worked on, so that work which others wait for too, and which a task of its own therefore does, is done there.
package enum CallerExecutor {
    /// The executor of the request that the running task answers; `nil` where requests have none of their own.
    @TaskLocal package static var current: (any TaskExecutor)?
}
