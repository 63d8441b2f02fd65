import ArgumentParser
import SDNNode

/// The options of a node for users' files and messages, and for the disk that stores them.
struct FileOptions: ParsableArguments {
    /// The paths at which files are served without a token.
    enum TokenlessPaths: String, ExpressibleByArgument, CaseIterable {
        case none, api, all

        var downloads: LegacyDownloads {
            switch self {
            case .none: .none
            case .api: .sendingNetwork
            case .all: .everywhere
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            "The paths at which everybody who knows the URI of a file can download it without a token: 'none', 'api' (only those under /_api, as SendingNetwork's clients need it) or 'all' (those under /_matrix too).",
            valueName: "none|api|all"))
    var openFiles = TokenlessPaths.api

    @Option(
        help: ArgumentHelp(
            "The free space of the disk, in MiB, below which the node refuses to store anything; 0 means that it does not look.",
            valueName: "MiB"))
    var diskReserve = 256

    @Option(
        help: ArgumentHelp(
            "The longest time for which the node keeps a message, in days. Defaults to forever. State events, such as members and names, are never deleted.",
            valueName: "days"))
    var retention: Int?

    @Flag(help: "Let rooms choose how long their messages are kept, with the state event m.room.retention.")
    var roomRetention = false

    func validate() throws {
        guard (1...36_500).contains(retention ?? 1) else {
            throw ValidationError("--retention is a number of days from 1 to 36500.")
        }
        guard (0...(1 << 30)).contains(diskReserve) else {
            throw ValidationError("--disk-reserve is a number of MiB from 0 to 1073741824.")
        }
    }

    /// Sets the options in a node's configuration.
    func apply(to node: inout NodeConfiguration) {
        node.media.legacyDownloads = openFiles.downloads
        node.retention = RetentionSettings(
            longest: retention.map { .seconds($0 * 86_400) }, allowsRooms: roomRetention)
        node.diskReserve = Int64(diskReserve) << 20
    }
}
