/** What the errors of the run times are called: the same for who throws them and for who catches them. */
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

/** None where a status has no error of its own: it is then the one of all. */
export function errorName(status: string): ErrorName | undefined {
  return Object.hasOwn(names, status) ? names[Number(status) as keyof typeof names] : undefined;
}
