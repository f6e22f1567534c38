/** What people call an image, and what engines do. */

/** `alpine` → `alpine:latest`; the public registry goes without saying. */
export function fullName(name: string, tag = ''): string {
  const short = name.replace(/^((index\.)?docker\.io\/)?(library\/)?/, '');
  if (short.includes('@')) return short;
  const last = short.slice(short.lastIndexOf('/') + 1);
  if (last.includes(':') && tag === '') return short;
  return tag.includes(':') ? `${short}@${tag}` : `${short}:${tag === '' ? 'latest' : tag}`;
}

/** `me/app:1` → `me/app` */
export function repositoryOf(name: string): string {
  const at = name.indexOf('@');
  if (at >= 0) return name.slice(0, at);
  const colon = name.lastIndexOf(':');
  return colon > name.lastIndexOf('/') ? name.slice(0, colon) : name;
}
