/// An error of a command, as a sentence.
struct CommandFailure: Error, CustomStringConvertible {
    /// A stable name for scripts.
    let code: String
    let description: String

    init(_ description: String, code: String = "command") {
        self.code = code
        self.description = description
    }
}
