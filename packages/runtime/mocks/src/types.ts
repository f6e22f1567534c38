/** The types of mocks: what a program passes to them, and what they pass to a program. */
import type { StatusIn, StatusRange } from '@lading/runtime-wire';
import type { HttpHandler } from 'msw';

/** The types of an operation. */
export interface MockedOperation {
  /** The names of the path parameters. */
  readonly path: string;
  /** The JSON body of requests; `undefined` if they have none. */
  readonly body: unknown;
  /** The status of responses without another one. */
  readonly status: number;
  /** The bodies of responses by status. */
  readonly responses: { readonly [Status in number | StatusRange]?: unknown };
}

/** A body that is not JSON. */
export type MockBytes = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array<ArrayBuffer>>;

type DeclaredKey<Operation extends MockedOperation> = keyof Operation['responses'] & (number | StatusRange);

interface CommonResponse {
  readonly headers?: Readonly<Record<string, string>>;
  /** The milliseconds until the response. */
  readonly delay?: number;
}

/** A response. What is left out is made from the document: the usual status, a body that fits its schema. */
export type MockResponse<Operation extends MockedOperation> =
  | (CommonResponse & {
      readonly status?: never;
      readonly body?: Operation['responses'][Operation['status'] & keyof Operation['responses']];
    })
  | {
      [Status in DeclaredKey<Operation>]: CommonResponse & {
        readonly status: Status extends StatusRange
          ? StatusIn<Status, Exclude<DeclaredKey<Operation>, Status>>
          : Status;
        readonly body?: Operation['responses'][Status];
      };
    }[DeclaredKey<Operation>];

/** A request for an operation. */
export interface MockRequest<Operation extends MockedOperation> {
  readonly request: Request;
  /** The path parameters, decoded. */
  readonly path: Readonly<Record<Operation['path'], string>>;
  readonly query: URLSearchParams;
  /** The JSON body; `undefined` if there is none. It is not validated. */
  readonly body: Operation['body'] | undefined;
}

/** Returns the response to a request; without one, it is made from the document. */
export type MockResolver<Operation extends MockedOperation> = (
  request: MockRequest<Operation>,
) => MockResult<Operation> | Promise<MockResult<Operation>>;

type MockResult<Operation extends MockedOperation> = MockResponse<Operation> | Response | undefined;

export interface MockOptions {
  /** The URL below which the paths are. @default any origin, and any path before theirs */
  readonly baseUrl?: string;
  /** The seed of the data: equal seeds give equal responses. @default 1 */
  readonly seed?: number;
}

export interface HandlersOptions extends MockOptions {
  /**
   * Whether objects that requests create are listed, found, changed and deleted, where the paths say so: `POST /pets`,
   * `GET /pets`, `/pets/{id}`. @default false
   */
  readonly stateful?: boolean;
}

/** Returns a handler of one operation: `server.use(petList({ body: [] }))`. */
export interface Mock<Operation extends MockedOperation> {
  (response?: MockResponse<Operation> | MockResolver<Operation>, options?: MockOptions): HttpHandler;
}
