/** A server of the generated contract that carries nothing out: a request that it takes is answered 418. */
import { Readable } from 'node:stream';
import { contract as newer } from '@lading/server-v1.44';
import { contract as older } from '@lading/server-v1.41';
import { createServerOf, HttpError, type Contract, type Limits } from '@lading/runtime-server';

export const contracts: Readonly<Record<string, Contract>> = { '1.44': newer, '1.41': older };

/** What no engine answers with. */
export const taken = 418;

export interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Verdict {
  readonly status: number;
  readonly message: string;
}

/** Holds one request against the contract; {@link taken} where nothing is wrong with it. */
type Judge = (sent: Sent) => Promise<Verdict>;

/** @param refusal the status with which every operation is refused before its body is read */
export function judgeOf(contract: Contract, limits: Partial<Limits> = {}, refusal?: number): Judge {
  const server = createServerOf(
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
          throw new HttpError(taken, 'taken');
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
    const { message } = JSON.parse(String(reply.body)) as { message: string };
    return { status: reply.status, message };
  };
}
