import HeraldJSON
import HeraldKeys

extension ProofContainer {
    /// Returns a copy with one proof of the whole document (OpenDID sheet 2.4). An existing proof is replaced.
    /// - Throws: `JSONError` if the document has no canonical form. Errors of the signer.
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
    /// Returns a copy with one proof for each request. Each proof covers the document without the other proofs (OpenDID sheet 2.2). One
    /// proof is written as `proof`, several are written as `proofs` in the order of the requests. Existing proofs are replaced.
    /// - Throws: ``VerificationFailure`` with code `missingProof` if there is no request, or `JSONError` if the document has no canonical
    ///   form. Errors of the signers.
    public func signed(by requests: [ProofRequest]) async throws -> Self {
        guard !requests.isEmpty else {
            throw VerificationFailure(.missingProof, at: "proofs", "no key was given to sign with")
        }
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
    /// Returns a copy that the issuer signed: once as a whole, and once for each claim in the order of the claims (OpenDID sheet 2.2). An
    /// existing proof is replaced.
    /// - Throws: `JSONError` if the credential has no canonical form. Errors of the signer.
    public func signed(by request: ProofRequest) async throws -> VerifiableCredential {
        var credential = self
        let unsigned = try await request.unsignedProof()
        credential.proof = VCProof(
            created: unsigned.created, proofPurpose: unsigned.proofPurpose,
            verificationMethod: unsigned.verificationMethod,
            type: unsigned.type, proofValue: nil, proofValueList: nil)
        let document = try SignedDocument(credential)
        credential.proof.proofValue = try await request.signatureText(over: document.digest(.proof))
        let digests = try document.claimDigests()
        credential.proof.proofValueList = try await DividedWork.results(digests.count) { part in
            var texts: [String] = []
            for index in part { texts.append(try await request.signatureText(over: digests[index])) }
            return texts
        }
        return credential
    }
}
