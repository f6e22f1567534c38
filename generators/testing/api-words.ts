/** Words of one API that must not occur in the generator, nor in its output for another API. */
const apiWords: readonly string[] = [
  ...['docker', 'moby', 'alpine', 'busybox', 'container', 'daemon', 'swarm', 'dockerfile', 'kubernetes', 'nginx'],
  ...['volume', 'HostConfig', 'NetworkMode', 'X-Registry-Auth', 'X-Registry-Config', 'SystemPing', 'SystemVersion'],
  ...['SWMTKN', '/var/run', '/var/lib', '.sock', 'DOCKER_HOST', 'ImageList', 'ImageBuild', 'fromImage', 'runc'],
];

/** Returns the words that a text contains in any case, as a word or as a part of an identifier. */
export function apiWordsIn(text: string): readonly string[] {
  return apiWords.filter((word) => {
    // The ending of a file has an end: the class `socket.socket` of Python is no socket of an engine.
    const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + (word.startsWith('.') ? '(?![a-z])' : '');
    // Words count only at the start of a word or of a part of an identifier: `truncate` does not contain `runc`.
    return (
      new RegExp(`(?<![a-z])${literal}|(?<=[a-z])${literal.charAt(0).toUpperCase()}${literal.slice(1)}`, 'm').test(
        text,
      ) || new RegExp(`(?<![A-Za-z])${literal}`, 'im').test(text)
    );
  });
}
