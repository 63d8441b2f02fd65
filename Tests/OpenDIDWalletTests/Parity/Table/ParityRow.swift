import OpenDID_DataModel

/// One method of the iOS SDK, and what this library has in its place (OpenDID sheet 8).
struct ParityRow: Sendable {
    /// Part of the table.
    enum Part: Sendable, Hashable {
        /// The API that apps see.
        case walletAPI
        /// Types that its methods take and give.
        case helperTypes
        /// A manager inside the SDK, by its name.
        case manager(String)
    }

    /// The degree of agreement.
    enum State: Sendable, Hashable {
        /// An app gets what it expects.
        case works
        /// An app may notice a difference, which the text tells.
        case differs(String)
        /// There is nothing in its place; the text says why.
        case leftOut(String)
    }

    /// Part of the table.
    let part: Part
    /// The method's name.
    let name: String
    /// The labels of its parameters.
    let labels: [String]
    /// The purposes that its wallet token may have; none when it takes no token.
    let purposes: Set<WalletTokenPurposeEnum>
    /// The release that brought it: `V1` or `V2`; empty for the managers, of which the sheet does not say it.
    let since: String
    /// Our own function for it, by its name.
    let ours: String
    /// A note beside the state.
    let note: String
    /// The degree of agreement.
    let state: State
    /// The test that shows it, as `Suite.function`.
    let test: String

    init(
        _ part: Part, _ name: String, _ labels: [String] = [], purposes: Set<WalletTokenPurposeEnum> = [],
        since: String = "",
        ours: String = "", note: String = "", _ state: State = .works, test: String = ""
    ) {
        self.part = part
        self.name = name
        self.labels = labels
        self.purposes = purposes
        self.since = since
        self.ours = ours
        self.note = note
        self.state = state
        self.test = test
    }
}
