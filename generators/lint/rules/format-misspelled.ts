/** A `format` that is a known one in another spelling, which tools pass over in silence. Told once per shape or operation. */
import { get } from '../../document/index.js';
import { grouped } from '../grouped.js';
import type { Remark, Rule } from '../rule.js';

const known = (
  'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid regex json-pointer byte binary password ' +
  'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double base64url'
).split(' ');

const spellings = new Map(known.map((format) => [plain(format), format]));

export const formatMisspelled: Rule = {
  name: 'format-misspelled',
  severity: 'warning',
  check: ({ schemas }) => {
    const found = schemas.flatMap(({ path, owner, value }) => {
      const format = get(value, 'format');
      const meant = typeof format === 'string' ? spellings.get(plain(format)) : undefined;
      return meant === undefined || meant === format ? [] : [{ path, owner, format: String(format), meant }];
    });
    const byOwner = grouped(found, ({ owner, format }) => JSON.stringify([owner, format]));
    return [...byOwner.values()].flatMap((group): readonly Remark[] => {
      const [first] = group;
      if (first === undefined) return [];
      const times = group.length === 1 ? '' : ` (${group.length} times)`;
      const sentence = `${first.owner} says format "${first.format}"${times}; the known one is "${first.meant}".`;
      return [{ path: [...first.path, 'format'], sentence }];
    });
  },
};

function plain(format: string): string {
  return format.toLowerCase().replace(/[^a-z0-9]/g, '');
}
