/** A build that is interrupted while it writes leaves the earlier site, or one that the next build completes. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DocsError, writeSite } from '../src/index.js';

const folder = temporaryFolder();

const site = (texts: Readonly<Record<string, string>>) => Object.entries(texts).map(([path, text]) => ({ path, text }));
const former = { 'search-index.js': '1', 'index.html': 'old', 'v1/a/x.html': 'x', 'v1/b': 'file', equal: '=' };
const latter = { 'search-index.js': '2', 'index.html': 'new', 'v1/b/y.html': 'y', 'v2/z.html': 'z', equal: '=' };

const contentOf = (out: string, below = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fs.readdirSync(join(out, below), { withFileTypes: true }).flatMap((entry) => {
      const path = `${below}${entry.name}`;
      if (!entry.isDirectory()) return [[path, fs.readFileSync(join(out, path), 'utf8')] as const];
      const inside = Object.entries(contentOf(out, `${path}/`));
      return inside.length > 0 ? inside : [[`${path}/`, ''] as const];
    }),
  );

/** Runs an action whose changing call of this number fails, and with `EDEAD` all later ones. @returns the number of calls */
function withFault(at: number, code: string, action: () => void): { readonly calls: number; readonly error: unknown } {
  const names = ['mkdirSync', 'writeFileSync', 'renameSync', 'rmSync', 'rmdirSync'] as const;
  const originals = names.map((name) => [name, fs[name]] as const);
  let calls = 0;
  let error: unknown;
  for (const [name, original] of originals) {
    const failing = (...given: readonly unknown[]): unknown => {
      calls++;
      if (calls !== at && (code !== 'EDEAD' || calls < at)) return Reflect.apply(original, fs, given);
      // What was written so far remains.
      if (name === 'writeFileSync' && calls === at) Reflect.apply(original, fs, [given[0], 'h']);
      throw Object.assign(new Error(`${name}: ${code}`), { code });
    };
    Object.assign(fs, { [name]: failing });
  }
  syncBuiltinESMExports();
  try {
    action();
  } catch (thrown) {
    error = thrown;
  } finally {
    for (const [name, original] of originals) Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }
  return { calls, error };
}

describe.each(['ENOSPC', 'EROFS', 'EIO', 'EDEAD'])('%s at any call that writes', (code) => {
  test.each([
    ['an earlier site', former],
    ['a new folder', undefined],
  ])('leaves %s, or what the next build completes', (_, earlier) => {
    for (let at = 1; ; at++) {
      const out = join(folder, `${code}-${earlier === undefined ? 'new' : 'old'}-${at}`);
      if (earlier !== undefined) writeSite(site(earlier), out);
      const { calls, error } = withFault(at, code, () => writeSite(site(latter), out));
      if (calls < at) break;
      expect(error).toBeInstanceOf(DocsError);
      // Without its stage, a folder is the former site or does not exist.
      if (!fs.existsSync(join(out, '.lading-site')))
        expect(fs.existsSync(out) ? contentOf(out) : undefined).toEqual(earlier);
      writeSite(site(latter), out);
      expect(contentOf(out)).toEqual(latter);
    }
  });
});
