/** Errors of the managers of a swarm, which reach clients with the code of the managers' protocol. */
import {
  BadRequest,
  Conflict,
  Forbidden,
  NotFound,
  NotImplemented,
  ServerError,
  Unavailable,
  type HttpError,
} from '@lading/server-v1.44';

const classes = {
  InvalidArgument: BadRequest,
  FailedPrecondition: BadRequest,
  PermissionDenied: Forbidden,
  NotFound,
  AlreadyExists: Conflict,
  Unimplemented: NotImplemented,
  Unavailable,
  Unknown: ServerError,
} as const;

export function rpcError(code: keyof typeof classes, reason: string): HttpError {
  return new classes[code](`rpc error: code = ${code} desc = ${reason}`);
}

/** The error for an update that is based on an earlier version. */
export function outOfSequence(): HttpError {
  return rpcError('Unknown', 'update out of sequence');
}
