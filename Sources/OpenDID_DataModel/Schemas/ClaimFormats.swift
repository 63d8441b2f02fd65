extension ClaimType {
    /// The formats that a value of this type may have (OpenDID sheet 3.5).
    public var formats: Set<ClaimFormat> {
        switch self {
        case .text: [.plain, .html, .xml, .csv]
        case .image: [.png, .jpg, .gif]
        case .document: [.txt, .pdf, .word]
        }
    }
}
