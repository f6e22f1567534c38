/** The names of the runtimes' HTTP errors, shared by the server that throws them and the client that catches them. */
const names = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  409: 'Conflict',
  500: 'ServerError',
  501: 'NotImplemented',
  503: 'Unavailable',
} as const;

export type ErrorName = (typeof names)[keyof typeof names];

export const errorNames: readonly ErrorName[] = Object.values(names);

/** Returns the name of the error for a status; undefined if only the general error applies to it. */
export function errorName(status: string): ErrorName | undefined {
  return Object.hasOwn(names, status) ? names[Number(status) as keyof typeof names] : undefined;
}
