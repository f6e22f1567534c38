/** Builds with the engine's builder, and with BuildKit over a session. */
import type { TourStep } from '../step.js';

const classic = { DOCKER_BUILDKIT: '0' };
const buildKit = { DOCKER_BUILDKIT: '1', BUILDKIT_PROGRESS: 'plain' };
/** Masks for times, and for lines whose order varies. */
const progress: TourStep['masks'] = [
  [/^#\d+ /gm, '# '],
  [/ \d+\.\d+s done/g, ' done'],
  [/\d+\.\d+s?/g, '<time>'],
  [/^# (transferring|exporting layers|writing image|sha256|extracting|\.\.\.|<time>).*$/gm, ''],
  [/^# (DONE|CACHED).*$/gm, ''],
];

export const builds: readonly TourStep[] = [
  { name: 'build', words: 'build -t app:1 --build-arg WHO=you --label l=m app', env: classic },
  { name: 'run what was built', words: 'run --rm app:1' },
  { name: 'build -q from the cache', words: 'build -q -t app:1 --build-arg WHO=you --label l=m app', env: classic },
  { name: 'build of standard input', words: 'build -q -', input: 'FROM tour:1\nRUN echo x > /x\n', env: classic },
  { name: 'build --target', words: 'build -q --target base -t app:base app', env: classic },
  { name: 'error: a build that fails', words: 'build bad', env: classic },
  { name: 'error: no Dockerfile', words: 'build folder', env: classic },
  {
    name: 'BuildKit: build',
    words: 'build -t kit:1 --build-arg WHO=kit app',
    env: buildKit,
    isSorted: true,
    masks: progress,
  },
  { name: 'BuildKit: run what was built', words: 'run --rm kit:1' },
  { name: 'BuildKit: build -q', words: 'build -q -t kit:2 --build-arg WHO=you app', env: buildKit },
  { name: 'BuildKit: a secret', words: 'build -q --secret id=s,src=secret -f app/Secret -t kit:3 app', env: buildKit },
  { name: 'BuildKit: run with the secret', words: 'run --rm kit:3 cat /length' },
  { name: 'BuildKit: output to a folder', words: 'build -q -o out --target files app', env: buildKit },
  { name: 'error: BuildKit: a build that fails', words: 'build bad', env: buildKit, isSorted: true, masks: progress },
  { name: 'buildx ls', words: "buildx ls --format '{{.Name}} {{.DriverEndpoint}}'", needs: 'buildx', isSorted: true },
];
