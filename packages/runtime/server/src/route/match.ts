/** The route of a request. */

export interface Match<Route> {
  readonly route: Route;
  /** The path parameters, decoded; undefined if their escapes are malformed. */
  readonly path: Readonly<Record<string, string | undefined>>;
}

/** Finds routes by method and path. */
export interface RouteFinder<Route> {
  /** Returns undefined if there is no route, also if the path has routes with other methods. */
  find(method: string, path: string): Match<Route> | undefined;
}
