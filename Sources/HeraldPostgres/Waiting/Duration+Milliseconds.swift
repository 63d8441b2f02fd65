extension Duration {
    /// Returns the milliseconds, rounded up, from 0 to `limit`. They are rounded up so that a short timeout does not become 0, which means none to
    /// PostgreSQL, and so that a thread does not wake a moment too early again and again.
    func milliseconds(atMost limit: Int32) -> Int32 {
        Int32(min(max((self / .milliseconds(1)).rounded(.up), 0), Double(limit)))
    }
}
