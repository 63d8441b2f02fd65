/// The version of the program `herald`.
enum ProgramVersion {
    static let number = "0.1.0"
}
