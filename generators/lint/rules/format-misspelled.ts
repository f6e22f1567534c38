/**
 * A known `format` in another spelling, which tools silently ignore. There is one finding for each schema or operation.
 */
import { get } from '../../document/index.js';
import { groupBy } from '../group-by.js';
import type { Remark, LintRule } from '../rule.js';

const knownFormats = (
  'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid regex json-pointer byte binary password ' +
  'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double base64url'
).split(' ');

const spellings = new Map(knownFormats.map((format) => [plain(format), format]));

export const formatMisspelled: LintRule = {
  name: 'format-misspelled',
  severity: 'warning',
  check: ({ schemas }) => {
    const found = schemas.flatMap(({ path, owner, value }) => {
      const format = get(value, 'format');
      const intended = typeof format === 'string' ? spellings.get(plain(format)) : undefined;
      return intended === undefined || intended === format ? [] : [{ path, owner, format: String(format), intended }];
    });
    const byOwner = groupBy(found, ({ owner, format }) => JSON.stringify([owner, format]));
    return [...byOwner.values()].flatMap((group): readonly Remark[] => {
      const [first] = group;
      if (first === undefined) return [];
      const times = group.length === 1 ? '' : ` (${group.length} times)`;
      const sentence = `${first.owner} has the format "${first.format}"${times}; the known spelling is "${first.intended}".`;
      return [{ path: [...first.path, 'format'], sentence }];
    });
  },
};

function plain(format: string): string {
  return format.toLowerCase().replace(/[^a-z0-9]/g, '');
}
