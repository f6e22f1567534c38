/** Turns error responses into errors. */
import { ApiError } from '../error/index.js';
import type { DecodedCall } from '../response/decoder.js';

/** Returns the error for a response; its body is JSON if it can be parsed, else text. */
export async function errorOfResponse(response: Response, call: DecodedCall): Promise<ApiError> {
  const text = await response.text();
  return new ApiError(response.status, bodyOf(text, call), response.headers, call);
}

function bodyOf(text: string, { parse }: DecodedCall): unknown {
  if (text === '') return undefined;
  try {
    return parse(text);
  } catch {
    return text;
  }
}
