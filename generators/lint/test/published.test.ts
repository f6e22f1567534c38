/** Linting a published document is fast and gives no false errors. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../read/index.js';
import { lint } from '../index.js';

const file = fileURLToPath(new URL('../../../../shared/upstream/v1.44.yaml', import.meta.url));

describe.skipIf(!existsSync(file))('the published document of 1.44 (SKIPPED when ../shared is absent)', () => {
  it('has no error and at most a few screens of warnings', () => {
    const document = readDocument(file);
    const start = performance.now();
    const findings = lint(document);
    expect(performance.now() - start).toBeLessThan(5000); // about 60 ms on an idle machine
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(findings.length).toBeLessThan(150);
    expect(findings.find(({ rule }) => rule === 'format-misspelled')?.sentence).toContain('"dateTime"');
  });
});
