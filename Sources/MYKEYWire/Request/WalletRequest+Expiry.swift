extension WalletRequest {
    /// How far ahead a scanned request may end, in seconds.
    public static let longestLife: Int64 = 3600

    /// Whether the request is still to be answered. MYKEY sheet 3.7.
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - isScanned: whether it came from a QR code, which others can photograph: there it has to end, within the hour.
    /// - Throws: ``MYKEYError`` `expired`, or `missing` for a scanned request that never ends.
    public func requireUnexpired(now: Int64, isScanned: Bool = false) throws(MYKEYError) {
        guard let expired else {
            guard !isScanned else { throw MYKEYError(.missing, field: "expired", reason: "a scanned request has to say when it ends") }
            return
        }
        guard now <= expired else { throw MYKEYError(.expired, field: "expired", reason: "the request has ended") }
        let (latest, overflow) = now.addingReportingOverflow(Self.longestLife)
        guard !isScanned || overflow || expired <= latest else {
            throw MYKEYError(.expired, field: "expired", reason: "a scanned request may last one hour at most")
        }
    }
}
