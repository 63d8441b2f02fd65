import HeraldJSON
import HeraldKeys

extension ProofContainer {
    /// A copy with one proof over the whole document (OpenDID sheet 2.4). A proof that is there is replaced.
    /// - Throws: `JSONError` when the document has no canonical form, and what the signer throws.
    public func signed(by request: ProofRequest) async throws -> Self {
        var document = self
        var proof = try await request.unsignedProof()
        document.proof = proof
        proof.proofValue = try await request.signatureText(over: SignedDocument(document).digest(.proof))
        document.proof = proof
        return document
    }
}

extension ProofsContainer {
    /// A copy with one proof per request, each over the document without the others (OpenDID sheet 2.2): one is written as `proof`,
    /// several as `proofs` in the order of the requests. Proofs that are there are replaced.
    /// - Throws: ``VerificationFailure`` `missingProof` when no request is given, `JSONError` when the document has no canonical form, and what a signer
    ///   throws.
    public func signed(by requests: [ProofRequest]) async throws -> Self {
        guard !requests.isEmpty else { throw VerificationFailure(.missingProof, at: "proofs", "no key was given to sign with") }
        var document = self
        document.proofs = nil
        var proofs: [Proof] = []
        for request in requests {
            var proof = try await request.unsignedProof()
            document.proof = proof
            proof.proofValue = try await request.signatureText(over: SignedDocument(document).digest(.proof))
            proofs.append(proof)
        }
        document.setProofs(proofs)
        return document
    }
}

extension VerifiableCredential {
    /// A copy signed by its issuer: over the whole, and once for each claim, in the order of the claims (OpenDID sheet 2.2). The proof
    /// that is there is replaced.
    /// - Throws: `JSONError` when the credential has no canonical form, and what the signer throws.
    public func signed(by request: ProofRequest) async throws -> VerifiableCredential {
        var credential = self
        let unsigned = try await request.unsignedProof()
        credential.proof = VCProof(
            created: unsigned.created, proofPurpose: unsigned.proofPurpose, verificationMethod: unsigned.verificationMethod,
            type: unsigned.type, proofValue: nil, proofValueList: nil)
        let document = try SignedDocument(credential)
        credential.proof.proofValue = try await request.signatureText(over: document.digest(.proof))
        var list: [String] = []
        for digest in try document.claimDigests() { list.append(try await request.signatureText(over: digest)) }
        credential.proof.proofValueList = list
        return credential
    }
}
