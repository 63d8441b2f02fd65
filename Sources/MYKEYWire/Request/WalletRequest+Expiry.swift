extension WalletRequest {
    /// The longest time until a request from a QR code may expire.
    public static let longestLife: Duration = .seconds(3_600)

    /// Checks that the request has not expired. MYKEY sheet 3.7.
    /// - Parameters:
    ///   - now: the current time.
    ///   - isScanned: true for a request from a QR code, which anybody nearby can photograph. Such a request must
    ///     expire within an hour.
    /// - Throws: ``MYKEYError`` `expired`, or `missing` for a scanned request without an expiry.
    public func requireUnexpired(now: UnixTime, isScanned: Bool = false) throws(MYKEYError) {
        guard let expired else {
            guard !isScanned else {
                throw MYKEYError(.missing, field: "expired", reason: "a scanned request needs an expiry time")
            }
            return
        }
        guard now <= expired else { throw MYKEYError(.expired, field: "expired", reason: "the request has expired") }
        guard !isScanned || expired <= now + Self.longestLife else {
            throw MYKEYError(.expired, field: "expired", reason: "a scanned request must expire within one hour")
        }
    }
}
