/** A file that another program of Windows has open is renamed when that has closed it; attempts are limited. */
import { expect, it } from 'vitest';
import { retryWhileOpen } from '../rename-file.js';

function failing(times: number, code: string) {
  let attempts = 0;
  return {
    attempts: () => attempts,
    operation: () => {
      attempts += 1;
      if (attempts <= times) throw Object.assign(new Error(code), { code });
    },
  };
}

it.each(['EBUSY', 'EPERM', 'EACCES'])('repeats what fails with %s on Windows', (code) => {
  const { attempts, operation } = failing(2, code);
  retryWhileOpen(operation, 'win32');
  expect(attempts()).toBe(3);
});

it('reports the last failure', () => {
  const { attempts, operation } = failing(Infinity, 'EBUSY');
  expect(() => retryWhileOpen(operation, 'win32')).toThrow('EBUSY');
  expect(attempts()).toBe(8);
});

it.each([
  ['ENOSPC', 'win32'],
  ['EACCES', 'linux'],
] as const)('does not repeat what fails with %s on %s', (code, platform) => {
  const { attempts, operation } = failing(1, code);
  expect(() => retryWhileOpen(operation, platform)).toThrow(code);
  expect(attempts()).toBe(1);
});
