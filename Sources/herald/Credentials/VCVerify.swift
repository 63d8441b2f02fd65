import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald vc verify FILE`: checks a credential or a presentation with the data in the registry.
struct VCVerify: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a credential or a presentation: signatures, keys, validity, issuer's certificate, status.",
        discussion: """
            Exits with 1 if it is not valid, or if a server that is needed for the decision did not answer. In the second case the result \
            names what was not checked. The nonce of a presentation is not checked, because only the verifier that asked knows it.
            """)

    @OptionGroup var options: WalletOptions
    @OptionGroup var servers: ServerOptions

    @Argument(help: "The file with the JSON text; - is standard input.", completion: .file())
    var file: String

    var isJSON: Bool { options.json }

    func work() async throws {
        let bytes: Data
        do {
            bytes =
                file == "-"
                ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
            throw CommandFailure("\(file) cannot be read", code: "file")
        }
        let settings = try await servers.settings(options.folder)
        let check = try CredentialCheck(document: SignedDocument([UInt8](bytes)), settings: settings)
        let result = try await check.run()
        // A person reads words in place of JSON's null.
        let facts = result.facts.map { fact -> (name: String, value: JSONValue) in
            guard fact.name == "valid", fact.value == .null, !options.json else { return fact }
            return (fact.name, .string("not checked"))
        }
        options.output.say(facts)
        if !result.isValid { throw ExitCode.failure }
    }
}

/// The checks of a credential or a presentation that are possible without the wallet.
struct CredentialCheck {
    struct Result {
        /// The facts to report. `valid` is null if nothing is wrong with the document, but not everything could be checked.
        let facts: [(name: String, value: JSONValue)]
        /// True if everything was checked, and nothing is wrong.
        let isValid: Bool
    }

    /// The reason why a document is not valid, or why that is unknown.
    private enum Finding {
        case failure(String)
        case notChecked(String)
    }

    private enum Kind: String { case credential, presentation }

    private let document: SignedDocument
    private let settings: WalletFolder.Settings
    private let kind: Kind

    /// Reads the document to check.
    /// - Throws: ``CommandFailure`` if the document is neither a credential nor a presentation.
    init(document: SignedDocument, settings: WalletFolder.Settings) throws {
        // In release 2, a credential is the member `vc` of another object. People often pass on the whole object, so it is accepted too.
        self.document = try document[["vc"]].map { try SignedDocument($0) } ?? document
        self.settings = settings
        let types = self.document[["type"]]?.elements.compactMap(\.string) ?? []
        if types.contains("VerifiablePresentation") {
            kind = .presentation
        } else if types.contains("VerifiableCredential") {
            kind = .credential
        } else {
            throw CommandFailure("this is neither a credential nor a presentation, by its type", code: "kind")
        }
    }

    func run() async throws -> Result {
        let registry = CheckedRegistry(inner: try settings.registry())
        var facts: [(name: String, value: JSONValue)] = [("kind", .string(kind.rawValue))]
        let message: SignedMessage
        let credentials: [VerifiableCredential]
        switch kind {
        case .credential:
            let credential = try JSONModelDecoder().decode(VerifiableCredential.self, from: document.root)
            // A credential without a signature over the whole credential comes from a presentation, in which the holder shows only some
            // claims.
            message = document[["proof", "proofValue"]] == nil ? .presentedCredential : .credential
            credentials = [credential]
            facts.append(("shown", .string(message == .credential ? "whole" : "in part")))
        case .presentation:
            let presentation = try JSONModelDecoder().decode(VerifiablePresentation.self, from: document.root)
            (message, credentials) = (.presentation, presentation.verifiableCredential)
            facts.append(("holder", .string(presentation.holder)))
        }
        let report = await VerificationPolicy.standard(
            for: message, statuses: registry, earlyBy: TrustAnchors.standardEarlyBy
        )
        .verify(document, at: SystemSource.now(), resolver: registry)
        var failures = report.failures.filter { $0.code != CheckedRegistry.notChecked }.map(\.description)
        var notChecked = report.failures.filter { $0.code == CheckedRegistry.notChecked }.map {
            $0.place.isEmpty ? $0.reason : "\($0.place): \($0.reason)"
        }
        var entries: [[(name: String, value: JSONValue)]] = []
        for credential in credentials {
            entries.append([
                ("credential", .string(credential.id)), ("issuer", .string(credential.issuer.id)),
                ("subject", .string(credential.credentialSubject.id)),
                ("claims", .int(Int64(credential.credentialSubject.claims.count))),
                ("validUntil", .string(credential.validUntil)),
                ("status", .string(await status(of: credential, registry))),
            ])
            switch await issuerFinding(credential) {
            case .failure(let reason): failures.append(reason)
            case .notChecked(let reason): notChecked.append(reason)
            case nil: break
            }
        }
        switch kind {
        case .credential: facts += entries.flatMap { $0 }
        case .presentation: facts.append(("credentials", .array(entries.map(CommandOutput.object))))
        }
        let isValid = report.isValid && failures.isEmpty && notChecked.isEmpty
        facts.append(("valid", failures.isEmpty && !notChecked.isEmpty ? .null : .bool(isValid)))
        if !failures.isEmpty { facts.append(("failures", .array(failures.map { .string($0) }))) }
        if !notChecked.isEmpty { facts.append(("notChecked", .array(notChecked.map { .string($0) }))) }
        return Result(facts: facts, isValid: isValid)
    }

    private func status(of credential: VerifiableCredential, _ registry: CheckedRegistry) async -> String {
        do {
            return try await registry.standing(ofCredential: credential.id)?.status.rawValue ?? "unknown"
        } catch {
            return "not answered"
        }
    }

    /// Returns the reason why the issuer is not trusted, or `nil` if it is. An issuer needs a certificate of the trust agent. The trust
    /// agent itself may issue only certificates.
    private func issuerFinding(_ credential: VerifiableCredential) async -> Finding? {
        if credential.type.contains(ProviderCertificate.type) {
            return credential.issuer.id == settings.tas
                ? nil : .failure("issuer: certificates are the trust agent's, this one is of \(credential.issuer.id)")
        }
        do {
            let gateway = try settings.configuration().addresses.gateway
            let client = ServerClient(server: gateway.absoluteString, token: nil)
            let entry = try await client.call(OpenDIDEndpoints.Gateway.vcMeta, ServiceQuery("vcId", credential.id))
            let meta = try MultibaseEnvelope.open(entry.vcMeta, as: VCMeta.self, field: "vcMeta").value
            guard meta.issuer.did == credential.issuer.id else {
                return .failure("issuer: the registry has the credential from \(meta.issuer.did)")
            }
            try await settings.trust().requireProvider(meta.issuer, role: .Issuer, at: SystemSource.now())
            return nil
        } catch {
            let reason = "issuer: \(ErrorReport(error).sentence)"
            return CheckedRegistry.isUnanswered(error) ? .notChecked(reason) : .failure(reason)
        }
    }
}
