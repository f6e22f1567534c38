/** Words of one API, which neither the generator nor what it makes of another API may hold. */
export const apiWords: readonly string[] = [
  ...['docker', 'moby', 'alpine', 'busybox', 'container', 'daemon', 'swarm', 'dockerfile', 'kubernetes', 'nginx'],
  ...['volume', 'HostConfig', 'NetworkMode', 'X-Registry-Auth', 'X-Registry-Config', 'SystemPing', 'SystemVersion'],
  ...['SWMTKN', '/var/run', '/var/lib', '.sock', 'DOCKER_HOST', 'ImageList', 'ImageBuild', 'fromImage', 'runc'],
];

/** The words that a text holds, in either case: as a word, or as a part of an identifier. */
export function apiWordsIn(text: string): readonly string[] {
  return apiWords.filter((word) => {
    const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    // `truncate` holds no `runc`: short words count only where a word or a part of an identifier begins.
    return (
      new RegExp(`(?<![a-z])${literal}|(?<=[a-z])${literal.charAt(0).toUpperCase()}${literal.slice(1)}`, 'm').test(
        text,
      ) || new RegExp(`(?<![A-Za-z])${literal}`, 'im').test(text)
    );
  });
}
