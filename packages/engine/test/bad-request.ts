/** Matches errors of invalid requests, which either the handler rejects with the engine's message, or the contract. */
import { expect } from 'vitest';

/** Returns a matcher for errors of status 400 with this message, or with that of the contract check. */
export function badRequestOf(words: string): { readonly status: 400; readonly message: string } {
  const escaped = words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return { status: 400, message: expect.stringMatching(new RegExp(`${escaped}|^/(body|query)/`)) as string };
}
