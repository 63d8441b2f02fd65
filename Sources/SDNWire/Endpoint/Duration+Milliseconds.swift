extension Duration {
    /// The duration in whole milliseconds, rounded towards zero, for wire formats and tables. A duration that `Int64` cannot express becomes the
    /// smallest or the largest number.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        let (sum, isTooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || isTooLarge ? (seconds < 0 ? .min : .max) : sum
    }
}
