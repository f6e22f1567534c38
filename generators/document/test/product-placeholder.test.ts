/** The product placeholder is replaced in every letter case, and only what contains it is copied. */
import { expect, it } from 'vitest';
import { withProduct } from '../index.js';

const shared = { type: 'string', enum: ['a'] };
const root = { VendorBox: { $ref: '#/VendorPort' }, plain: [shared], text: ['vendor', 'X-VENDOR-Auth', 'vEndor'] };

it('replaces it in names and texts, in their letter case', () => {
  expect(withProduct(root, 'Acme')).toEqual({
    AcmeBox: { $ref: '#/AcmePort' },
    plain: [shared],
    text: ['acme', 'X-ACME-Auth', 'vEndor'],
  });
});

it('returns parts without it as they are, and equal parts of two trees as one', () => {
  const renamed = new Map();
  const one = withProduct(root, 'Acme', renamed);
  const other = withProduct({ ...root, plain: [] }, 'Acme', renamed);
  expect(one['plain']).toBe(root.plain);
  expect(other['AcmeBox']).toBe(one['AcmeBox']);
  expect(root).toHaveProperty('VendorBox');
});
