import ArgumentParser
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald vc issue`: requests a credential, under a plan or for an offer (M210).
struct VCIssue: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue", abstract: "Request a credential, by a plan or with the issuer's offer (M210).",
        discussion: "A new credential replaces an earlier one of the same kind.")

    @OptionGroup var options: WalletOptions

    @Option(help: "The plan; `herald vc plans` lists them.")
    var plan: String?

    @Option(help: "The issuer's DID. Defaults to the only one that the plan allows.")
    var issuer: String?

    @Option(
        help: ArgumentHelp(
            "The issuer's offer: its text, a file with the text, or - for standard input.", valueName: "text|file"))
    var offer: String?

    var isJSON: Bool { options.json }

    func validate() throws {
        guard (plan == nil) != (offer == nil) else { throw ValidationError("Give either --plan or --offer.") }
        guard issuer == nil || plan != nil else {
            throw ValidationError("Use --issuer only with --plan, because an offer names its issuer.")
        }
    }

    func work() async throws {
        let offered = try offer.map { try OfferOption.read($0) }
        let facts = try await options.withWallet { wallet in
            let issued: IssueCredentialFlow.Outcome
            if let offered {
                guard case .issue(let payload, _) = offered else {
                    throw CommandFailure("this is not an offer to issue a credential", code: "offer")
                }
                issued = try await wallet.accept(payload, unlock: options.unlock(), progress: options.progress)
            } else {
                let (plan, issuer) = try await target(wallet)
                issued = try await wallet.issueCredential(
                    planId: plan, issuer: issuer, unlock: options.unlock(), progress: options.progress)
            }
            let claims = try await wallet.vault.credential(issued.vcId)?.credential.credentialSubject.claims.count ?? 0
            return [
                ("credential", JSONValue.string(issued.vcId)), ("title", .string(issued.title)),
                ("issuer", .string(issued.issuer)),
                ("claims", .int(Int64(claims))),
            ]
        }
        options.output.say(facts)
    }

    /// Returns the plan and the issuer. If the user named no issuer, the issuer is that of the plan.
    private func target(_ wallet: OpenDIDWallet) async throws -> (plan: String, issuer: String) {
        guard let plan else { throw CommandFailure("a plan is needed") }
        if let issuer { return (plan, issuer) }
        guard let found = try await wallet.plans().items.first(where: { $0.vcPlanId == plan }) else {
            throw CommandFailure(
                "the plan \(plan) does not exist; `herald vc plans` lists the plans", code: "unknown_plan")
        }
        let issuers = found.allowedIssuers ?? [found.manager]
        guard issuers.count == 1, let issuer = issuers.first else {
            throw CommandFailure(
                "the plan has several issuers: say one of \(issuers.joined(separator: ", ")) with --issuer",
                code: "issuer")
        }
        return (plan, issuer)
    }
}
