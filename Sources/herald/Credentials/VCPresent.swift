import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel
import Synchronization

/// The command `herald vc present`: shows the user which claims a verifier requests, and then presents them to the verifier (M310).
struct VCPresent: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "present", abstract: "Show claims to a verifier that asked for them (M310).",
        discussion: """
            Before the command sends anything, it shows the request of the verifier and the claims that the verifier will receive. Without \
            --yes it then asks for confirmation. If standard input is no terminal, it shows them and asks on the terminal of the process \
            (/dev/tty). A process that has no terminal, such as a job in CI, is not asked. With --json the command shows them only if it asks, \
            and not on standard output. It sends only claims that the verifier asked for or that --claim names.
            """)

    @OptionGroup var options: WalletOptions
    @OptionGroup var given: OfferOption

    @Option(
        help:
            "The credential to show, if several are suitable; the beginning of its ID is enough. May be given several times."
    )
    var credential: [String] = []

    @Option(
        help: ArgumentHelp(
            "A claim to show in addition to the required ones. If none is required, it replaces the claim that would be shown. May be given several times.",
            valueName: "code"))
    var claim: [String] = []

    @Flag(name: .shortAndLong, help: "Send without asking.")
    var yes = false

    @Option(
        help: "In the indirect mode, the file for the encrypted presentation, for the terminal that asked.",
        completion: .file())
    var out: String?

    var isJSON: Bool { options.json }

    func work() async throws {
        guard case .verify(let offer, let txId) = try given.received() else {
            throw CommandFailure("this is not a verifier's offer", code: "offer")
        }
        let consent = DisclosureConsent(
            output: options.output, place: yes ? nil : ConsentPlace.find(), preferred: credential, claims: Set(claim))
        let outcome = try await options.withWallet { wallet in
            try await wallet.present(
                offer, txId: txId, unlock: options.unlock(), progress: options.progress,
                choose: { try consent.decide($0) })
        }
        var facts: [(name: String, value: JSONValue)] = [
            ("transaction", .string(outcome.txId)), ("accepted", .bool(outcome.isAccepted)),
            (
                "disclosed",
                .array(
                    outcome.presentation.verifiableCredential.flatMap {
                        $0.credentialSubject.claims.map { .string($0.code) }
                    })
            ),
        ]
        if options.json { facts.append(("verifier", .string(consent.verifier))) }
        if offer.mode == .Indirect {
            let message = try outcome.message.canonicalBytes()
            if let out {
                try Data(message).write(to: URL(fileURLWithPath: out))
                facts.append(("message", .string(out)))
            } else {
                facts.append(("message", try JSONValue(parsing: message)))
            }
        }
        options.output.say(facts)
    }
}

/// Shows the user what a verifier requests, and lets the user decide.
final class DisclosureConsent: Sendable {
    private let output: CommandOutput
    private let place: ConsentPlace?
    private let preferred: [String]
    private let claims: Set<String>
    private let who = Mutex("")

    /// Creates a consent.
    /// - Parameters:
    ///   - place: the place where a person is asked, or `nil` if nobody is asked.
    ///   - preferred: the beginnings of credential ids. Credentials with such ids are chosen before others.
    ///   - claims: the codes of claims that are presented in addition to the required ones.
    init(output: CommandOutput, place: ConsentPlace?, preferred: [String], claims: Set<String>) {
        self.output = output
        self.place = place
        self.preferred = preferred
        self.claims = claims
    }

    /// The DID of the verifier that sent the request.
    var verifier: String { who.withLock { $0 } }

    func decide(_ request: PresentationRequest) throws -> PresentationChoice {
        who.withLock { $0 = request.verifier.did }
        var choice = PresentationChoice()
        var disclosed: [(name: String, value: JSONValue)] = []
        var kept = 0
        var unknown = claims
        for entry in request.entries {
            let wanted = entry.candidates.first { candidate in preferred.contains { candidate.id.hasPrefix($0) } }
            guard let stored = wanted ?? (preferred.isEmpty ? entry.candidates.first : nil) else {
                throw WalletError(
                    .noCredential, field: entry.schemaID,
                    reason: "no credential in the wallet matches the verifier's request")
            }
            let own = stored.credential.credentialSubject.claims
            let selection = entry.selection(of: stored, showing: claims)
            let shown = own.filter { if case .codes(let codes) = selection { codes.contains($0.code) } else { true } }
            choice.add(stored.id, showing: selection)
            unknown.subtract(own.map(\.code))
            disclosed += shown.map { $0.shown(in: nil) }
            kept += own.count - shown.count
        }
        if let code = unknown.min() {
            throw WalletError(
                .noCredential, field: "claim", reason: "none of the presented credentials has a claim \(code)")
        }
        let lines = Self.lines(request, disclosed, kept: kept)
        guard let place else {
            if !output.json {
                print(lines.joined(separator: "\n"))
                fflush(nil)
            }
            return choice
        }
        // The question names the verifier's DID, because the verifier has proved that the DID is its own. Nobody has proved the verifier's
        // name.
        let verifier = ShownRows.host(PrintedText.line(request.verifier.did), columns: place.width - 24)
        let question = ConsentQuestion(
            place: place, shown: lines, question: "Send this to \(verifier)? [y/N] ", onOutput: !output.json)
        guard question.isAgreed() else {
            throw WalletError(.cancelled, field: "choose", reason: "you did not agree, so nothing was sent")
        }
        return choice
    }

    private static func lines(
        _ request: PresentationRequest, _ disclosed: [(name: String, value: JSONValue)], kept: Int
    ) -> [String] {
        let asked = PrintedText.line(
            "\(request.verifier.name) (\(request.verifier.did)) asks for \"\(request.title)\". It will get:")
        return [asked, ""] + CommandOutput.lines(disclosed) + ["", "\(kept) other claims stay in the wallet.", ""]
    }
}
