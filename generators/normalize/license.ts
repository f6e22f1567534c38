/** The license of an API: `info.license`. */
import spdxCorrect from 'spdx-correct';
import { get } from '../document/index.js';
import type { License } from '../ir/index.js';
import type { Node, Source } from './source.js';

/** A name such as `Apache 2.0` is taken for the SPDX identifier that it means. */
export function licenseOf(source: Source, info: Node): License | undefined {
  const license = get(info.value, 'license') === undefined ? undefined : source.child(info, 'license');
  const name = license && (source.text(license, 'name') ?? source.text(license, 'identifier'))?.trim();
  if (license === undefined || !name) return undefined;
  const identifier = spdxCorrect(source.text(license, 'identifier') ?? name, { upgrade: false });
  const url = source.text(license, 'url');
  return { name, ...(identifier !== null && { identifier }), ...(url && { url }) };
}
