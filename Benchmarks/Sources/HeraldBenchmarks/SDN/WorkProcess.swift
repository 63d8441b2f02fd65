import Foundation

/// A program that does one piece of work for every line that it reads, and answers with a line of figures. What is compared runs in
/// processes of its own, in turns: what else a process has done, and what a machine does one minute and not the next, counts for all alike.
final class WorkProcess {
    /// The program ended, or said something else.
    struct NoAnswer: Error {}

    private let process = Process()
    private let (questions, answers) = (Pipe(), Pipe())

    init(_ program: URL, _ arguments: [String]) throws {
        // If the program has ended, its answer is missing. That must not end this process.
        signal(SIGPIPE, SIG_IGN)
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = questions
        process.standardOutput = answers
        try process.run()
    }

    deinit {
        try? questions.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func ask(_ work: String) throws -> [Double] {
        guard (try? questions.fileHandleForWriting.write(contentsOf: Data((work + "\n").utf8))) != nil else {
            throw NoAnswer()
        }
        var line = Data()
        while let byte = try answers.fileHandleForReading.read(upToCount: 1), let value = byte.first,
            value != UInt8(ascii: "\n")
        { line.append(value) }
        let figures = String(decoding: line, as: UTF8.self).split(separator: " ").compactMap { Double($0) }
        guard !figures.isEmpty else { throw NoAnswer() }
        return figures
    }
}
