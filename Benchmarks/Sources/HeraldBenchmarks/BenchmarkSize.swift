/// The amount of work in every suite. The smallest size shows that each piece of work still runs and gives the right answer; its figures mean nothing.
enum BenchmarkSize {
    case whole, smallest

    /// The argument that asks for the smallest size. Processes that a suite starts of this program get it too.
    static let argument = "--smallest"

    static let current: BenchmarkSize = CommandLine.arguments.contains(argument) ? .smallest : .whole

    /// The arguments for this program when it starts itself again, so that it works at the same size.
    static var inherited: [String] { current == .smallest ? [argument] : [] }

    static func choose<T>(_ whole: T, smallest: T) -> T { current == .smallest ? smallest : whole }
}
