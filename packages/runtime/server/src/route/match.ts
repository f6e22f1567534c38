/** The route of a request, and the decoding of its path. */

export interface Match<Route> {
  readonly route: Route;
  /** The path parameters, decoded; undefined if their escapes are malformed. */
  readonly path: Readonly<Record<string, string | undefined>>;
  /** The path parameters before they are decoded, if they are separated first. */
  readonly encodedPath?: Readonly<Record<string, string>>;
}

/** Finds routes by method and path. */
export interface RouteFinder<Route> {
  /**
   * Returns undefined if there is no route, also if the path has routes with other methods. The query and the headers
   * decide between several routes of a path.
   *
   * @param query without the question mark
   * @param headers by name in lower case
   */
  find(
    method: string,
    path: string,
    query?: string,
    headers?: Readonly<Record<string, string | undefined>>,
  ): Match<Route> | undefined;
  /** Returns the methods that have a route for the path. */
  methodsOf?(path: string): readonly string[];
}

/** Decodes the escapes of a path, or of a part of one. Returns undefined if they are malformed. */
export function decodePath(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
