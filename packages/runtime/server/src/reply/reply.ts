/** A response with an explicit status, and optional headers. */

export class Reply<Status extends number = number, Body = void> {
  readonly status: Status;
  readonly body: Body;
  /** The header values by name. Headers of the contract are encoded accordingly. */
  readonly headers: Readonly<Record<string, unknown>> | undefined;

  constructor(status: Status, body: Body, headers?: Readonly<Record<string, unknown>>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/**
 * Creates a reply: `reply(304)`, `reply(201, created)`, `reply(200, archive, { 'X-Docker-Container-Path-Stat': stat
 * })`.
 */
export function reply<Status extends number>(status: Status): Reply<Status>;
export function reply<Status extends number, Body>(
  status: Status,
  body: Body,
  headers?: Readonly<Record<string, unknown>>,
): Reply<Status, Body>;
export function reply(
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, unknown>>,
): Reply<number, unknown> {
  return new Reply(status, body, headers);
}
