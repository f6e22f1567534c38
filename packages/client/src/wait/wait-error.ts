/** The error of a condition that was not met. */
import { LadingClientError } from '@lading/runtime-client';

/**
 * The condition was not met. Codes: `WAIT_TIMEOUT`; if it can never be met, `WAIT_EXITED`, `WAIT_UNHEALTHY`,
 * `WAIT_NO_HEALTHCHECK`, `WAIT_NOT_PUBLISHED`.
 */
export class WaitError extends LadingClientError {}
