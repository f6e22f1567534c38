/** What a refusal says: the words of engines where the handler refuses, the place in the request where the contract does. */
import { expect } from 'vitest';

/** A matcher of errors of status 400 for one reason. */
export function refusalOf(words: string): { readonly status: 400; readonly message: string } {
  const escaped = words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return { status: 400, message: expect.stringMatching(new RegExp(`${escaped}|^/(body|query)/`)) as string };
}
