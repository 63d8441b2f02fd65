import HeraldJSON

/// The plans that a list provider offers (OpenDID sheet 4.4, 5.2).
///
/// OpenDID sheet 4.9, #10: the original declaration says `[VcPlan]`.
public struct VCPlanList: ModelObject {
    /// The number of items.
    public var count: Int
    /// The plans.
    public var items: [VCPlan]
    public var unknownMembers = UnknownMembers()

    public init(count: Int, items: [VCPlan]) {
        self.count = count
        self.items = items
    }
}

/// The apps that may use a wallet (OpenDID sheet 4.4, 5.4).
///
/// OpenDID sheet 4.9, #41: the original text does not have this type.
public struct AllowCAList: ModelObject {
    /// The number of items.
    public var count: Int
    /// Package names of the apps.
    public var items: [String]
    public var unknownMembers = UnknownMembers()

    public init(count: Int, items: [String]) {
        self.count = count
        self.items = items
    }
}
