/** Servers of the generated contract without handlers, which respond to every valid request with 418. */
import { Readable } from 'node:stream';
import { contract as newer } from '@lading/server-v1.44';
import { contract as older } from '@lading/server-v1.41';
import { createEngineServer, HttpError, type Contract, type Limits } from '@lading/runtime-server';

export const contracts: Readonly<Record<string, Contract>> = { '1.44': newer, '1.41': older };

/** The status of an accepted request, which no engine sends. */
export const accepted = 418;

export interface CheckedRequest {
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface CheckResult {
  readonly status: number;
  readonly message: string;
}

/** Validates a request against the contract; the status is {@link accepted} if it is valid. */
type RequestChecker = (sent: CheckedRequest) => Promise<CheckResult>;

/** Creates a request checker. @param refusal a status with which every request is rejected before its body is read */
export function requestCheckerOf(contract: Contract, limits: Partial<Limits> = {}, refusal?: number): RequestChecker {
  const server = createEngineServer(
    contract,
    {},
    {
      limits,
      hooks: {
        ...(refusal !== undefined && {
          beforeBody: () => {
            throw new HttpError(refusal, 'refused');
          },
        }),
        before: () => {
          throw new HttpError(accepted, 'accepted');
        },
      },
    },
  );
  return async ({ method, url, headers = {}, body }) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const reply = await server.handle({
      method,
      url,
      headers: bytes === undefined ? headers : { ...headers, 'content-length': String(bytes.length) },
      headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      body: () => (bytes === undefined ? null : Readable.from([bytes])),
      signal: new AbortController().signal,
      duplexSupport: 'upgrade',
    });
    const text = String(reply.body); // plain, if the operation takes over the connection
    const message = text.startsWith('{') ? (JSON.parse(text) as CheckResult).message : text.trim();
    return { status: reply.status, message };
  };
}
