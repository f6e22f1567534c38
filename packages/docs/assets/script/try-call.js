// Requests of "Try it" through the server of the site, and their responses as they come.

/**
 * @typedef {{ method: string, path: string, version: string, headers: Record<string, string>, upgrades?: boolean | 'websocket' }} TriedRequest
 * @typedef {{ status?: number, statusText?: string, headers?: [string, string][], stream?: string, error?: string }} TriedHead
 * @typedef {{ head: TriedHead, body: ReadableStream<Uint8Array> | null }} TriedResponse
 */

const prefix = '-/try/';

/** @param {unknown} value */
export const isSent = (value) => value !== undefined && value !== '';

const tokenName = 'lading-try';

/**
 * Returns the session of this tab, which goes on from page to page, or starts one.
 *
 * @param {string} root
 * @param {boolean} keeps whether that of the tab goes on; otherwise it ends
 * @returns {Promise<{ token: string }>}
 */
export async function startSession(root, keeps) {
  const former = sessionStorage.getItem(tokenName);
  const response = await fetch(`${root}${prefix}session${keeps ? '?keep' : ''}`, {
    method: 'POST',
    headers: former ? { 'x-lading-token': former } : {},
  });
  if (!response.ok) throw new Error('All sandboxes are in use. Try again in some minutes.');
  const session = await response.json();
  sessionStorage.setItem(tokenName, session.token);
  return session;
}

/**
 * @param {string} root
 * @param {string} token
 * @param {TriedRequest} request
 * @param {BodyInit} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<TriedResponse>}
 */
export async function callTry(root, token, request, body, signal) {
  const response = await fetch(`${root}${prefix}call`, {
    method: 'POST',
    headers: { 'x-lading-token': token, 'x-lading-request': encodeURIComponent(JSON.stringify(request)) },
    body: body ?? null,
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(await response.text());
  return { head: JSON.parse(decodeURIComponent(response.headers.get('x-lading-head') ?? '{}')), body: response.body };
}

/** Sends input to an upgraded connection; an empty text ends it. @param {string} root @param {string} token @param {string} stream @param {string} text */
export function sendInput(root, token, stream, text) {
  return fetch(`${root}${prefix}input?stream=${stream}`, {
    method: 'POST',
    headers: { 'x-lading-token': token },
    body: text,
  });
}

/**
 * Reads a body to its end, and reports its text as it comes.
 *
 * @param {TriedResponse} response
 * @param {(text: string) => void} onText
 */
export async function readBody({ head, body }, onText) {
  const type = head.headers?.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const isText = !/x-tar|zip|octet-stream|image\/|audio\/|video\//.test(type);
  const decode = type.includes('multiplexed') ? framesDecoder() : plainDecoder();
  const reader = body?.getReader();
  let text = '';
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.length;
    if (!isText) continue;
    const added = decode(part.value);
    if (text.length < 1_000_000) text += added;
    onText(added);
  }
  return { text, bytes, isText };
}

function plainDecoder() {
  const decoder = new TextDecoder();
  return (/** @type {Uint8Array} */ bytes) => withoutControls(decoder.decode(bytes, { stream: true }));
}

/** Decodes frames with a head of 8 bytes, the last 4 of which are the length. */
function framesDecoder() {
  const decoder = new TextDecoder();
  let rest = new Uint8Array();
  return (/** @type {Uint8Array} */ bytes) => {
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    let at = 0;
    let text = '';
    while (at + 8 <= all.length) {
      const length = new DataView(all.buffer, at + 4).getUint32(0);
      if (at + 8 + length > all.length) break;
      text += decoder.decode(all.subarray(at + 8, at + 8 + length), { stream: true });
      at += 8 + length;
    }
    rest = all.slice(at);
    return withoutControls(text);
  };
}

/** Removes the control sequences of terminals. @param {string} text */
function withoutControls(text) {
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]|\r(?=\n)/g, '');
}
