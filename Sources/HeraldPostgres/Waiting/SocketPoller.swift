/// Waits for sockets on one thread. The other functions may be called from any thread.
protocol SocketPoller: Sendable {
    /// Has the next wait report a socket, once, when it can be read, or also when it can be written.
    /// - Returns: false if the system refuses it.
    func arm(_ descriptor: Int32, writes: Bool) -> Bool
    /// Withdraws ``arm(_:writes:)``. The socket may be closed afterwards.
    func disarm(_ descriptor: Int32)
    /// Ends the present wait, or else the next one.
    func wake()
    /// Waits for the armed sockets.
    /// - Parameter milliseconds: the longest wait.
    /// - Returns: the sockets that are ready, or whose connection has ended. It may have sockets that are not ready.
    func wait(milliseconds: Int32) -> [Int32]
}
