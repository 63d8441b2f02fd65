/// The end of the user's decision about a request.
package enum WalletApproval {
    /// Records that the user has approved the request of the current task, after the last confirmation. It returns false if the request was
    /// withdrawn meanwhile, and the wallet then does not carry it out.
    @TaskLocal package static var record: (@Sendable () async -> Bool)?
}
