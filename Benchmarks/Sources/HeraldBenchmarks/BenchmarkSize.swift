/// How much every suite does. The smallest size shows that each piece of work still runs and answers right; its figures say nothing.
enum BenchmarkSize {
    case whole, smallest

    /// The argument that asks for the smallest size. Processes that a suite starts of this program get it too.
    static let argument = "--smallest"

    static let current: BenchmarkSize = CommandLine.arguments.contains(argument) ? .smallest : .whole

    /// What a program started again gets, so that it works at the same size.
    static var inherited: [String] { current == .smallest ? [argument] : [] }

    static func choose<T>(_ whole: T, smallest: T) -> T { current == .smallest ? smallest : whole }
}
