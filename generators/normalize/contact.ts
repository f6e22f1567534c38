/** Whom to ask about an API, and its terms of service: `info.contact` and `info.termsOfService`. */
import { get } from '../document/index.js';
import type { Api, Contact } from '../ir/index.js';
import type { Node, Source } from './source.js';

export function contactOf(source: Source, info: Node): Pick<Api, 'contact' | 'termsOfService'> {
  const node = get(info.value, 'contact') === undefined ? undefined : source.child(info, 'contact');
  const [name, url, email] = ['name', 'url', 'email'].map((key) => node && source.text(node, key));
  const contact: Contact = { ...(name && { name }), ...(url && { url }), ...(email && { email }) };
  const termsOfService = source.text(info, 'termsOfService');
  return {
    ...(Object.keys(contact).length > 0 && { contact }),
    ...(termsOfService && { termsOfService }),
  };
}
