import HeraldJSON

/// An installed wallet (OpenDID sheet 4.4).
///
/// OpenDID sheet 4.9, #24: the original table wrongly describes ``did`` as the wallet provider's DID. ``did`` is the device's DID. The
/// original makes both members private.
public struct Wallet: ModelObject {
    /// The wallet's id.
    public var id: String
    /// The device's DID.
    public var did: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, did: String) {
        self.id = id
        self.did = did
    }
}
