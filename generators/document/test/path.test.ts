/** Paths have slashes on Windows, too. */
import { win32 } from 'node:path';
import { expect, it } from 'vitest';
import { slashPathsOf } from '../path.js';

const path = slashPathsOf(win32);

it('writes slashes for paths of Windows', () => {
  expect(path.join('overlays', 'v1.53.yaml')).toBe('overlays/v1.53.yaml');
  expect(path.join('C:\\spec', '..', 'a.yaml')).toBe('C:/a.yaml');
  expect(path.normalize('a\\.\\b')).toBe('a/b');
  expect(path.dirname('C:\\spec\\a.yaml')).toBe('C:/spec');
  expect(path.basename('C:\\spec\\a.yaml')).toBe('a.yaml');
  expect(path.relative('C:/spec', 'C:\\spec\\overlays\\a.yaml')).toBe('overlays/a.yaml');
  expect(path.resolve('C:\\spec', 'a')).toBe('C:/spec/a');
});

it('knows paths that lead outside, to another drive too', () => {
  expect(path.leadsOutside(path.relative('C:/spec', 'D:/a.yaml'))).toBe(true);
  expect(path.leadsOutside(path.relative('C:/spec', 'C:/a.yaml'))).toBe(true);
  expect(path.leadsOutside(path.relative('C:/spec', 'C:/spec/..a'))).toBe(false);
});
