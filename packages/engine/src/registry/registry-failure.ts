/** Responses of a registry that report an error. */

export function registryFailure(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ errors: [{ code, message, detail: null }] }, { status, headers });
}
