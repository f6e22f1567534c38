/** An object from JSON. */
export type JsonObject = Record<string, unknown>;
