/// The client of the request that the running task answers. The homeserver receives its address, so that its own rate limits count the client.
package enum RequestOrigin {
    /// The client's IP address; `nil` for the gateway's own requests.
    @TaskLocal package static var address: String?
}
