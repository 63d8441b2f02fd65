import ArgumentParser
import MYKEYWire

/// A duration that the user gives in whole seconds on the command line.
struct Seconds: ExpressibleByArgument, ExpressibleByIntegerLiteral {
    let duration: Duration

    init(integerLiteral count: Int64) { duration = .seconds(count) }

    init?(argument: String) {
        guard let count = Int64(argument: argument) else { return nil }
        self.init(integerLiteral: count)
    }

    var defaultValueDescription: String { "\(duration.components.seconds)" }
}

extension UnixTime: ExpressibleByArgument {
    /// Reads a point in time, given as the seconds since 1970.
    public init?(argument: String) {
        guard let seconds = Int64(argument: argument) else { return nil }
        self.init(seconds: seconds)
    }
}
