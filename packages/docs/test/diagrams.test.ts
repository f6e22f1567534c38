/** Diagrams that remain legible shrink to the width of the page, so that none of them is cut off; wider ones scroll. */
import { expect, test } from 'vitest';
import { svg } from '../src/diagram/svg.js';

test.each([
  [880, true],
  [1760, false],
])('of %i pixels', (width, shrinks) => {
  expect(String(svg(width, 100, 'States', [])).includes('class="diagram shrinks"')).toBe(shrinks);
});
