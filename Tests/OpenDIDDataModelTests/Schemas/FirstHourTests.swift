import OpenDID_DataModel
import Testing

/// The change of a type that docs/first-hour.md shows. `FirstHourTests` in HeraldTests checks that the page has these lines. Only the name of
/// the property differs, so that the test which a reader adds to this module uses the reader's property and not this one.
@Suite("First hour: a type is changed")
struct FirstHourTests {
    @Test("the page's property passes its test")
    func hidden() {
        var schema = DocumentsCast.schema(claims: 2)
        schema.credentialSubject.claims[0].items[1].hideValue = true
        #expect(schema.items.map(\.isHiddenOnPage) == [false, true])
    }
}

extension VCSchema.Item {
    /// True if the value is shown masked. Defaults to false.
    public var isHiddenOnPage: Bool { definition.hideValue ?? false }
}
