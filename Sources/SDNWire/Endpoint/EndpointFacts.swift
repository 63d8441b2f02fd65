/// The properties of an endpoint without the types of its request and response. ``Endpoints/all`` consists of these.
package struct EndpointFacts: Sendable, Hashable {
    /// The name of the endpoint's Swift declaration.
    package let symbol: String
    /// The endpoint's method and path template.
    package let name: String
    package let method: HTTPMethod
    package let path: PathTemplate
    package let variants: [EndpointVariant]
    package let access: EndpointAccess
    package let limit: EndpointLimit
    package let history: EndpointHistory

    package init<Request, Response>(_ symbol: String, _ endpoint: Endpoint<Request, Response>) {
        self.symbol = symbol
        self.name = endpoint.name
        self.method = endpoint.method
        self.path = endpoint.path
        self.variants = endpoint.variants
        self.access = endpoint.access
        self.limit = endpoint.limit
        self.history = endpoint.history
    }
}
