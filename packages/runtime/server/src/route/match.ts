/** The route of a request. */

export interface Match<Route> {
  readonly route: Route;
  /** The path parameters, decoded; undefined if their escapes are malformed. */
  readonly path: Readonly<Record<string, string | undefined>>;
  /** The path parameters before they are decoded, if they are separated first. */
  readonly encodedPath?: Readonly<Record<string, string>>;
}

/** Finds routes by method and path. */
export interface RouteFinder<Route> {
  /** Returns undefined if there is no route, also if the path has routes with other methods. */
  find(method: string, path: string): Match<Route> | undefined;
  /** Returns the methods that have a route for the path. */
  methodsOf?(path: string): readonly string[];
}
