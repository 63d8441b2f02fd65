import HeraldJSON

/// A client's half of a session with the TAS (OpenDID sheet 4.4, 6.1).
///
/// OpenDID sheet 4.9, #18: the declaration has a list of ciphers, the table an object; it is the object. #19: the members are public.
public struct ReqEcdh: ModelObject, ProofContainer {
    /// The client's DID.
    public var client: String
    /// 16 bytes in multibase.
    public var clientNonce: String
    /// The client's ephemeral key, 33 bytes in multibase.
    public var publicKey: String
    /// The curve of the keys.
    public var curve: EllipticCurveType
    /// The ciphers that the client can use.
    public var candidate: Ciphers?
    /// The client's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(
        client: String, clientNonce: String, publicKey: String, curve: EllipticCurveType, candidate: Ciphers? = nil,
        proof: Proof? = nil
    ) {
        self.client = client
        self.clientNonce = clientNonce
        self.publicKey = publicKey
        self.curve = curve
        self.candidate = candidate
        self.proof = proof
    }

    /// The same with the candidates as the list that the original declaration has.
    public init(
        client: String, clientNonce: String, publicKey: String, curve: EllipticCurveType, candidate: [SymmetricCipherType],
        proof: Proof? = nil
    ) {
        self.init(
            client: client, clientNonce: clientNonce, publicKey: publicKey, curve: curve,
            candidate: Ciphers(ciphers: candidate), proof: proof)
    }

    /// The ciphers that a client can use (OpenDID sheet 4.4).
    public struct Ciphers: ModelObject {
        /// In the client's order.
        public var ciphers: [SymmetricCipherType]
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(ciphers: [SymmetricCipherType]) {
            self.ciphers = ciphers
        }
    }
}

/// The TAS's half of a session (OpenDID sheet 4.4, 6.1).
///
/// OpenDID sheet 4.9, #21: ``cipher`` and ``padding`` are strings, as the original has them; decoding takes only raw values of the
/// enumerations.
public struct AccEcdh: ModelObject, ProofContainer {
    /// The TAS's DID.
    public var server: String
    /// 16 bytes in multibase.
    public var serverNonce: String
    /// The TAS's ephemeral key, 33 bytes in multibase.
    public var publicKey: String
    /// The cipher chosen: a raw value of ``SymmetricCipherType``.
    public var cipher: String
    /// A raw value of ``SymmetricPaddingType``.
    public var padding: String
    /// The TAS's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(server: String, serverNonce: String, publicKey: String, cipher: String, padding: String, proof: Proof? = nil) {
        self.server = server
        self.serverNonce = serverNonce
        self.publicKey = publicKey
        self.cipher = cipher
        self.padding = padding
        self.proof = proof
    }
}

extension AccEcdh {
    /// The cipher chosen; `nil` when a program put in an unknown name.
    public var cipherType: SymmetricCipherType? { SymmetricCipherType(rawValue: cipher) }
    /// How the last block is filled; `nil` when a program put in an unknown name.
    public var paddingType: SymmetricPaddingType? { SymmetricPaddingType(rawValue: padding) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            server: try container.decode(String.self, forKey: .server),
            serverNonce: try container.decode(String.self, forKey: .serverNonce),
            publicKey: try container.decode(String.self, forKey: .publicKey),
            cipher: try container.decode(SymmetricCipherType.self, forKey: .cipher).rawValue,
            padding: try container.decode(SymmetricPaddingType.self, forKey: .padding).rawValue,
            proof: try container.decodeIfPresent(Proof.self, forKey: .proof))
    }
}

/// A holder's half of the encrypted channel to an issuer or verifier (OpenDID sheet 4.4, 6.2).
///
/// OpenDID sheet 4.9, #2: the original declaration lacks its closing brace.
public struct AccE2e: ModelObject, ProofContainer {
    /// The holder's ephemeral key, 33 bytes in multibase.
    public var publicKey: String
    /// Of the message to the server (16 bytes, multibase).
    public var iv: String
    /// The holder's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(publicKey: String, iv: String, proof: Proof? = nil) {
        self.publicKey = publicKey
        self.iv = iv
        self.proof = proof
    }
}

/// An encrypted credential (OpenDID sheet 4.4, 6.2).
///
/// OpenDID sheet 4.9, #22: a heading of the original text calls it `E2e`.
public struct E2E: ModelObject {
    /// Of this message (16 bytes, multibase).
    public var iv: String
    /// The encrypted credential, in multibase.
    public var encVc: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(iv: String, encVc: String) {
        self.iv = iv
        self.encVc = encVc
    }
}

/// That somebody controls a DID (OpenDID sheet 4.4).
public struct DIDAuth: ModelObject, ProofContainer {
    /// The DID.
    public var did: String
    /// The text that the server sent, unchanged (16 bytes, multibase).
    public var authNonce: String
    /// The proof, for authentication.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(did: String, authNonce: String, proof: Proof? = nil) {
        self.did = did
        self.authNonce = authNonce
        self.proof = proof
    }
}
