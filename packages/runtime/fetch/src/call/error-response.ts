/** Turns error responses into errors. */
import { ApiError } from '../error/index.js';
import type { DecodedCall } from '../response/decoder.js';
import { readChunks, textOf } from '../response/whole-body.js';

/** The most bytes that are read of the body of an error response. */
const maxErrorBody = 2 ** 20;

/** Returns the error for a response; its body is JSON if it can be parsed, else text. */
export async function errorOfResponse(response: Response, call: DecodedCall): Promise<ApiError> {
  return new ApiError(response.status, bodyOf(await startOf(response), call), response.headers, call);
}

/** Reads a body up to the limit. If it is lost, its beginning has to do: the status is known. */
async function startOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  // The connection may be lost within the body.
  await readChunks(response, maxErrorBody, chunks).catch(() => undefined);
  return textOf(chunks);
}

function bodyOf(text: string, { parse }: DecodedCall): unknown {
  if (text === '') return undefined;
  try {
    return parse(text);
  } catch {
    return text;
  }
}
