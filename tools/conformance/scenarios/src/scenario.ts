/** A scenario: an ordered sequence of requests to a server, with the expected response of each. */

export interface Scenario {
  /** The path below the folder of scenarios: `container/start-twice`. */
  readonly name: string;
  /** What the scenario shows, in one sentence: the property `scenario` of the file. */
  readonly title: string;
  /** The numbered rules of the contract that it tests: `Limits 3`. */
  readonly proves: readonly string[];
  /** What the server must provide: an image, a swarm, a registry … */
  readonly needs: readonly Need[];
  /** The API versions that it runs at; absent: every version. */
  readonly versions?: readonly string[];
  /** The first API version that it runs at; absent: every version. */
  readonly since?: string;
  readonly steps: readonly ScenarioStep[];
  /** Cleanup requests, which are sent even after a failure. */
  readonly finally: readonly ScenarioStep[];
}

/** Whether a scenario is about an API version. */
export function runsAt({ versions, since }: Scenario, version: string): boolean {
  const minorOf = (text: string): number => Number(text.split('.')[1]);
  return versions?.includes(version) !== false && (since === undefined || minorOf(version) >= minorOf(since));
}

/**
 * What a scenario needs. `image`: a small image with a shell. `swarm`: an engine that manages a swarm; `no-swarm`: one
 * that does not. `registry`: an open registry on the engine's port 5000 and one with a login on 5001. `index`: a search
 * index on 5002. `real`: real processes.
 */
export type Need = 'image' | 'swarm' | 'no-swarm' | 'registry' | 'index' | 'real';

export interface ScenarioStep {
  /** What happens, as a clause: `the container is started`. */
  readonly when: string;
  /** The request line without a version: `POST /containers/{{id}}/start`. A step without it joins a background request. */
  readonly send?: string;
  /** Whether the path is sent without a version prefix. */
  readonly bare: boolean;
  /** The query parameters; objects and arrays are sent as JSON. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  readonly text?: string;
  /** The files of a tar archive that is sent as the body, by name. */
  readonly tar?: Readonly<Record<string, string>>;
  /** The protocol to upgrade to: `tcp`, `websocket`, `h2c`. */
  readonly upgrade?: string;
  /** The input that is written to the upgraded connection, which is then half-closed. */
  readonly stdin?: string;
  /** Closes the connection after this many items or milliseconds. */
  readonly leave: { readonly items?: number; readonly after?: number };
  /** A name under which a later step joins this request and checks its response. */
  readonly background?: string;
  readonly join?: string;
  /** Repeats the request for up to this many seconds, until the response is as expected. */
  readonly within?: number;
  readonly then: Expectation;
  /** The expectations of single versions, instead of `then`. */
  readonly at: Readonly<Record<string, Expectation>>;
  /** Variables for later steps: the path to each value in the response, by the variable's name. */
  readonly keep: Readonly<Record<string, string>>;
}

/** The expected response. What it does not mention is not checked. */
export interface Expectation {
  readonly status?: readonly number[];
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  /** JSON values that the stream must contain, in this order. */
  readonly items?: readonly unknown[];
  readonly text?: unknown;
  readonly stdout?: unknown;
  readonly stderr?: unknown;
  /** Names of entries that the archive must contain. */
  readonly tar?: readonly string[];
  /** Limits of the time from the request to the end of the response. */
  readonly takes?: Limits;
  readonly gaps?: Gaps;
}

/** Limits of a duration, in seconds. */
export interface Limits {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Expected times between events of a stream: from each event that matches `from` to the next that matches `to`. */
export interface Gaps {
  readonly from: unknown;
  readonly to: unknown;
  /** The limits of each gap, in seconds. There must be at least as many gaps as the longer array has items. */
  readonly atLeast: readonly number[];
  readonly atMost: readonly number[];
}
