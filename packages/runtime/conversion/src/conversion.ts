/** The interfaces of conversions between two versions and of conversion hooks. */
import type { MayChange, Touch } from './body-scan.js';
import type { Loss } from './loss.js';
import type { Rule } from './rule.js';
import type { ResponseMessage, RequestMessage } from './message.js';

/** Passes a request on, towards the implementation. */
export type Next = (request: RequestMessage) => Promise<ResponseMessage>;

/**
 * Sends a separate request to the implementation, in its version. Resolves when the response body is complete; a refusal
 * is a response, too, with its status.
 */
export type Ask = (operation: string, input?: Partial<Omit<RequestMessage, 'operation'>>) => Promise<ResponseMessage>;

/** Converts one operation: the request on its way to the implementation, the response on its way back. */
export type Convert = (request: RequestMessage, next: Next, ask: Ask) => Promise<ResponseMessage>;

/** Converts the messages between clients of one version and an implementation of another. */
export interface Conversion {
  /** The version that the clients speak. */
  readonly client: string;
  /** The version of the implementation. */
  readonly engine: string;
  /** Returns the conversion of an operation; `undefined` if both versions are the same: pass its bytes on. */
  of(operation: string): Convert | undefined;
  /** Returns which bodies the conversion of an operation reads; others may stay bytes. Without this method, all. */
  bodies?(operation: string): Bodies;
  /**
   * Returns a function that tells from the bytes of a JSON response whether the conversion may change it; undefined if this cannot be
   * told, or if the conversion may change a request. Bytes that it does not change need not be decoded.
   */
  mayChange?(operation: string): MayChange | undefined;
  /**
   * Whether the conversion sends a request with neither a query nor a body as it is, and converts nothing but the JSON body of its
   * response. Without this method, it may do more.
   */
  keepsPlainRequests?(operation: string): boolean;
  /**
   * Returns the rules that convert the JSON body of a response to a request that is sent as it is; undefined if it takes more than
   * rules about the body.
   */
  responseRules?(operation: string): ResponseRules | undefined;
  /** Returns the conversion hooks around an operation, those of the client's version first. */
  hooksOf?(operation: string): readonly HookUse[];
  /** Returns the rules by which messages of an operation lose data. Losses by hooks are not included. */
  losses?(operation: string): readonly Loss[];
  /**
   * Returns the same conversion with only some of its rules: an implementation may do more than its version says.
   *
   * @param applies whether a rule of the message of an operation applies
   */
  withRules?(applies: (rule: Rule, message: 'request' | 'response', operation: string) => boolean): Conversion;
}

/** A conversion hook, and the versions between which it converts. */
export interface HookUse {
  readonly hook: string;
  readonly client: string;
  readonly engine: string;
}

/** What converts a JSON body without code. */
export interface ResponseRules {
  /** In their order. */
  readonly rules: readonly Rule[];
  /** Where conversion hooks act: the rules alone convert a body that has none of these places. */
  readonly touches: readonly Touch[];
}

export interface Bodies {
  readonly request: boolean;
  readonly response: boolean;
}

/**
 * Returns the value of the other version.
 *
 * @param value undefined where there is none; it is called there only if the other version requires the value
 * @param of the object that contains the value, as it was before the conversion
 * @returns undefined to remove the value
 * @throws Refusal for a value that the other version cannot express
 */
export type ConvertValue<From, Of, To> = (value: From, of: Of) => To;

/** A conversion hook for one value: a pure function each for requests and responses, where they are undecided. */
export interface ValueHook {
  readonly request?: ConvertValue<never, never, unknown>;
  readonly response?: ConvertValue<never, never, unknown>;
}

/**
 * A conversion hook: code around an operation. It receives the request as converted by the rules before the hook; the
 * rules after the hook convert what it passes to `next`.
 */
export interface Hook {
  around(request: RequestMessage, next: Next, ask: Ask): Promise<ResponseMessage>;
  /** Further operations that the hook is called for. */
  readonly also?: readonly string[];
  /**
   * The operations whose requests the hook passes on as they are, each with the places in its JSON response of which the hook needs
   * one to change something, or to request more. The hook may change all messages of other operations.
   */
  readonly touches?: Readonly<Record<string, readonly Touch[]>>;
  /**
   * Further operations whose requests with neither a query nor a body the hook passes on as they are, and likewise the responses to
   * them.
   */
  readonly keeps?: readonly string[];
}
