/** A conversion between two versions, and what code decides where rules cannot. */
import type { Loss } from './loss.js';
import type { ResponseMessage, RequestMessage } from './message.js';

/** Passes a request on, towards the implementation. */
export type Next = (request: RequestMessage) => Promise<ResponseMessage>;

/**
 * Asks the implementation something of one's own, in its version. The answer is there when its body is, as a whole; a
 * refusal is an answer too, with its status.
 */
export type Ask = (operation: string, input?: Partial<Omit<RequestMessage, 'operation'>>) => Promise<ResponseMessage>;

/** Converts one operation: the request on its way to the implementation, the answer on its way back. */
export type Convert = (request: RequestMessage, next: Next, ask: Ask) => Promise<ResponseMessage>;

/** How clients of one version are served by an implementation of another. */
export interface Conversion {
  /** The version that the clients speak. */
  readonly client: string;
  /** The version of the implementation. */
  readonly engine: string;
  /** `undefined` where the operation is the same in both versions: pass its bytes on. */
  of(operation: string): Convert | undefined;
  /** Which bodies the conversion of an operation looks at; the others may stay bytes. Without this it may look at all. */
  bodies?(operation: string): Bodies;
  /** The rules by which the messages of an operation lose something. What hooks lose is not among them. */
  losses?(operation: string): readonly Loss[];
}

export interface Bodies {
  readonly request: boolean;
  readonly response: boolean;
}

/**
 * Code that stands around an operation. What `next` gets is the request as the rules before the step left it; what it
 * answers is converted by the rules that come after.
 */
export interface Step {
  around(request: RequestMessage, next: Next, ask: Ask): Promise<ResponseMessage>;
  /** Further operations that it stands around. */
  readonly also?: readonly string[];
}
