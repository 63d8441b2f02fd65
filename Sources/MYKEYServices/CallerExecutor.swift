/// Where the request of a caller is worked on. Work that others wait for too has a task of its own, which has to be told to stay there.
package enum CallerExecutor {
    /// The executor of the request that the running task answers; `nil` where requests have none of their own.
    @TaskLocal package static var current: (any TaskExecutor)?
}
