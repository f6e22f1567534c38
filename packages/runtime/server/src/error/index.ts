export {
  BadRequest,
  Conflict,
  Forbidden,
  HttpError,
  NotAcceptable,
  NotFound,
  NotImplemented,
  ServerError,
  Unauthorized,
  Unavailable,
} from './http-error.js';
export { failureOf, type Failure } from './failure.js';
