// Masks what differs between two runs: identifiers, times, addresses, and lines whose order or number varies.

/** In order: longer patterns first. @type {readonly (readonly [RegExp, string])[]} */
const masks = [
  [/\x1b\[[\d;?]*[a-zA-Z]/g, ''],
  [/\r/g, ''],
  [/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g, '<certificate>'],
  [/\bSWM(TKN|KEY)-1-[A-Za-z0-9+/=-]+/g, '<token>'],
  [/sha256:[0-9a-f]{64}/g, '<digest>'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b([0-9a-f]{64}|[0-9a-f]{40}|[0-9a-z]{25}|[0-9a-f]{10,12})\b/g, '<id>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( ?(Z|[+-]\d\d:?\d\d)( \w+)?)?/g, '<time>'],
  [/(Up )?\b(Less than a second|About an? (minute|hour)|\d+ (second|minute|hour)s?)( ago)?/g, '$1<duration>'],
  [/\b\d+\.\d+s\b/g, '<duration>'],
  [/\b([0-9a-f]{2}:){5}[0-9a-f]{2}\b/g, '<mac>'],
  [/\b127\.0\.0\.1:\d+->/g, '<address>->'],
  [/\b(172\.\d+\.\d+|10\.(199|41)\.\d+|10\.0\.\d+|192\.168\.65)\.\d+(:\d+)?\b/g, '<address>'],
  [/\b(0\.0\.0\.0|\[::\]|::):\d{5}\b/g, '$1:<port>'],
  [/"HostPort": "\d{5}"/g, '"HostPort": "<port>"'],
  [/("(?:Pid|Created|Index)": )\d+/g, '$1<number>'],
  [/\/tmp\/(lading-acceptance-[^/\s'"]+|tmp\w+)/g, '<folder>'],
  [/unix:\/\/\S+\.sock/g, '<host>'],
  [/^(Sending build context to Docker daemon) \S+/gm, '$1 <size>'],
  [/^(\w+) \d+ \d+ \d+ \d\d:\d\d /gm, '$1 <process> '],
  // The command line learns of its wait first, last or not at all.
  [/^(! )?time=.*error waiting for container: .*\n?/gim, ''],
  [/\n*BusyBox v[^]*?built-in commands\.\n\n?/g, ''],
  // What the shell says of a command that it interrupted.
  [/^(! )?\[\d\][+-] +(Interrupt|Killed|Done).*\n?/gm, ''],
  [/[ \t]+/g, ' '],
  [/-{3,}/g, '---'],
  [/ +$/gm, ''],
];

/**
 * @param {string} text
 * @param {readonly string[]} names the names of the machines
 */
export function masked(text, names = []) {
  const result = masks.reduce((at, [pattern, replacement]) => at.replace(pattern, replacement), text);
  return withSortedKeys(names.reduce((at, name) => at.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), '<node>'), result));
}

/** Sorts the properties of JSON, whose order is not significant. @param {string} text */
function withSortedKeys(text) {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), (_key, value) => sorted(value), 1);
  } catch {
    return text;
  }
}

/** @param {unknown} value */
function sorted(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
