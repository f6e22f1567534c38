/** A story: requests to a server, in order, and what is wanted of each answer. */

export interface Story {
  /** Where it stands, below the folder of stories: `container/start-twice`. */
  readonly name: string;
  /** One sentence. */
  readonly story: string;
  /** Numbered rules of the contract that it proves: `Limits 3`. */
  readonly proves: readonly string[];
  /** What has to be there: an image, a swarm, a registry … */
  readonly needs: readonly Need[];
  /** The versions it is told at; absent: every one. */
  readonly versions?: readonly string[];
  readonly steps: readonly Step[];
  /** Requests that clean up, whatever happened. */
  readonly finally: readonly Step[];
}

export const needs = ['image', 'swarm', 'no-swarm', 'registry', 'index', 'real'] as const;
/**
 * `image` a small image with a shell; `swarm` an engine that manages one, `no-swarm` one that does not; `registry` an
 * open one on the engine's port 5000 and one with a login on 5001; `index` one to search on 5002; `real` processes that
 * really run.
 */
export type Need = (typeof needs)[number];

export interface Step {
  /** What happens, as a clause: `the container is started`. */
  readonly when: string;
  /** `POST /containers/{{id}}/start`, without a version; a step without it joins one of the background. */
  readonly send?: string;
  /** Sent to the path as it is, with no version in front. */
  readonly bare: boolean;
  /** Added to the path; objects and lists become JSON. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  readonly text?: string;
  /** Files of an archive, by name. */
  readonly tar?: Readonly<Record<string, string>>;
  /** Asks for another protocol: `tcp`, `websocket`, `h2c`. */
  readonly upgrade?: string;
  /** What is written once the connection is taken over; the way there is closed after it. */
  readonly stdin?: string;
  /** The connection is left after this many items, or milliseconds. */
  readonly leave: { readonly items?: number; readonly after?: number };
  /** The answer is awaited by a later step that joins it by this name. */
  readonly background?: string;
  readonly join?: string;
  /** Repeated until the answer is as wanted, for so many seconds at most. */
  readonly within?: number;
  readonly then: Wanted;
  /** Wanted at one version instead. */
  readonly at: Readonly<Record<string, Wanted>>;
  /** Values of the answer, by the name under which later steps use them, and the path to them. */
  readonly keep: Readonly<Record<string, string>>;
}

/** What an answer has to be. What is not mentioned may be anything. */
export interface Wanted {
  readonly status?: readonly number[];
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  /** JSON values that must be among those of the stream, in this order. */
  readonly items?: readonly unknown[];
  readonly text?: unknown;
  readonly stdout?: unknown;
  readonly stderr?: unknown;
  /** Names that the archive holds. */
  readonly tar?: readonly string[];
  /** How long it takes from the request to the end of the response. */
  readonly takes?: Limits;
  readonly gaps?: Gaps;
}

/** Seconds. */
export interface Limits {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Times between events of a stream: from each that is like `from` to the next that is like `to`. */
export interface Gaps {
  readonly from: unknown;
  readonly to: unknown;
  /** Seconds, gap by gap; there are as many gaps as the longer list has entries, or more. */
  readonly atLeast: readonly number[];
  readonly atMost: readonly number[];
}
