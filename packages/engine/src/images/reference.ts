/** Names of images in short and in full form. */

/** Completes `alpine` to `alpine:latest`, without the name of the public registry. */
export function fullName(name: string, tag = ''): string {
  const short = name.replace(/^((index\.)?docker\.io\/)?(library\/)?/, '');
  if (short.includes('@')) return short;
  const last = short.slice(short.lastIndexOf('/') + 1);
  if (last.includes(':') && tag === '') return short;
  return tag.includes(':') ? `${short}@${tag}` : `${short}:${tag === '' ? 'latest' : tag}`;
}

/** Returns the repository of a name: `me/app` for `me/app:1`. */
export function repositoryOf(name: string): string {
  const at = name.indexOf('@');
  if (at >= 0) return name.slice(0, at);
  const colon = name.lastIndexOf(':');
  return colon > name.lastIndexOf('/') ? name.slice(0, colon) : name;
}
