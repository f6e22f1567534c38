/** Turns error responses into errors. */
import { ApiError } from '../error/index.js';
import type { DecodedCall } from '../response/decoder.js';

/** The most bytes that are read of the body of an error response. */
const maxErrorBody = 2 ** 20;

/** Returns the error for a response; its body is JSON if it can be parsed, else text. */
export async function errorOfResponse(response: Response, call: DecodedCall): Promise<ApiError> {
  return new ApiError(response.status, bodyOf(await startOf(response), call), response.headers, call);
}

/** Reads a body up to the limit. If it is lost, its beginning has to do: the status is known. */
async function startOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  let text = '';
  try {
    for (let size = 0; reader !== undefined && size < maxErrorBody;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      text += decoder.decode(value, { stream: true });
    }
    await reader?.cancel();
  } catch {
    // The connection was lost within the body.
  }
  return text;
}

function bodyOf(text: string, { parse }: DecodedCall): unknown {
  if (text === '') return undefined;
  try {
    return parse(text);
  } catch {
    return text;
  }
}
